import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';

const MAIN = resolve(__dirname, '../dist/main.js');

/** The built server as a process of its own, the way `npm start` runs it. */
export interface BuiltServer {
  readonly url: string;
  /** Sends the signal and resolves with the exit status; null when the signal killed it. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** How a process ended, and what it had to say. */
export interface Ending {
  readonly status: number | null;
  readonly stderr: string;
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

/** Runs the built server until it ends by itself. */
export async function runToItsEnd(folder: string, environment: NodeJS.ProcessEnv): Promise<Ending> {
  const child = launch(folder, environment);
  const chunks: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return { status: child.exitCode, stderr: Buffer.concat(chunks).toString() };
}

/** Starts the built server and resolves when it says that it is serving. */
export async function startBuiltServer(
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<BuiltServer> {
  const port = await freePort();
  const child = launch(folder, { PORT: String(port), ...environment });
  await saysItServes(child);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop(signal) {
      const ended = once(child, 'close');
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

function launch(folder: string, environment: NodeJS.ProcessEnv): ChildProcess {
  const { PATH } = process.env;
  return spawn(process.execPath, [MAIN], { cwd: folder, env: { PATH, ...environment } });
}

async function saysItServes(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Pyramidion is serving on http://localhost:')) resolve();
    });
    child.once('close', () => reject(new Error(`${MAIN} ended before it served: is it built?`)));
  });
}
