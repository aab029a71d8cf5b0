import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { startBuiltServer, type BuiltServer } from '../test/support/built-server.js';
import { METRICS_TOKEN } from '../test/support/usage.js';

const YARDSTICK = fileURLToPath(new URL('yardstick/main.js', import.meta.url));

/** Seeded files may be reused months later, so claims must not expire. */
const CLAIM_DAYS = '3650';

export async function startProduct(folder: string, databasePath: string): Promise<BuiltServer> {
  const DATABASE_URL = `sqlite:${databasePath}`;
  return startBuiltServer(folder, {
    DATABASE_URL,
    CLAIM_DAYS,
    TRANSPARENCY_LOG_DIR: dirname(databasePath),
    METRICS_TOKEN,
    TRUST_PROXY: '1',
  });
}

export interface Server {
  readonly url: string;
  readonly readyAfter: number;
  stop(): Promise<void>;
}

export async function startByCommand(databasePath: string): Promise<Server> {
  return start('npm', ['start'], { DATABASE_URL: `sqlite:${databasePath}`, CLAIM_DAYS });
}

export async function startYardstick(databasePath: string): Promise<Server> {
  return start(process.execPath, [YARDSTICK], { DATABASE_FILE: databasePath });
}

async function start(
  program: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<Server> {
  const port = await getPort();
  const started = performance.now();
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const serves = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('is serving')) resolve();
    });
  });
  await Promise.race([serves, ended]);
  if (child.exitCode !== null) throw new Error(`${program} ${args.join(' ')} ended by itself`);
  return {
    url: `http://127.0.0.1:${port}`,
    readyAfter: (performance.now() - started) / 1000,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
