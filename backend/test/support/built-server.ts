import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import getPort from 'get-port';
import './fresh-build.js';

/** Absolute, because the server runs in another folder than the tests. */
const MAIN = resolve('backend/dist/main.js');

export interface BuiltServer {
  readonly url: string;
  readonly pid: number;
  readonly ending: Promise<Ending>;
  log(): string;
  /** Sends a signal and resolves with the exit status; null if a signal ended the process. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

export interface Ending {
  readonly status: number | null;
  readonly stderr: string;
}

export async function runToItsEnd(folder: string, environment: NodeJS.ProcessEnv): Promise<Ending> {
  return endingOf(launchBuiltServer(folder, environment));
}

/** @throws Error if the server exits before it serves */
export async function startBuiltServer(
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<BuiltServer> {
  const port = environment['PORT'] ?? String(await getPort());
  const child = launchBuiltServer(folder, { ...environment, PORT: port });
  const ending = endingOf(child);
  const logged: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => logged.push(chunk));
  const pid = await Promise.race([pidOnceItServes(child), ending]);
  if (typeof pid === 'object') {
    throw new Error(`${MAIN} ended with ${String(pid.status)} before it served: ${pid.stderr}`);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    ending,
    log: () => Buffer.concat(logged).toString(),
    async stop(signal) {
      child.kill(signal);
      return (await ending).status;
    },
  };
}

/**
 * Launches the built server in `folder`, by default with MALLOC_ARENA_MAX=2 and with the key of the transparency log in
 * `folder`. The server inherits only PATH from this process, and has the V8 options of a release.
 */
export function launchBuiltServer(folder: string, environment: NodeJS.ProcessEnv): ChildProcess {
  const { PATH } = process.env;
  return spawn(process.execPath, ['--max-semi-space-size=8', MAIN], {
    cwd: folder,
    env: { PATH, MALLOC_ARENA_MAX: '2', TRANSPARENCY_LOG_DIR: '.', ...environment },
  });
}

async function endingOf(child: ChildProcess): Promise<Ending> {
  const chunks: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return { status: child.exitCode, stderr: Buffer.concat(chunks).toString() };
}

async function pidOnceItServes(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const serves = chunk.toString().includes('Pyramidion is serving on http://localhost:');
      if (serves && child.pid !== undefined) resolve(child.pid);
    });
  });
}
