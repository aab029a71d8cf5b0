import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import type { Usage } from './usage.js';
import { usageSchema } from './usage.js';

const PRODUCT = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

/** What `npm start` runs. */
const START = fileURLToPath(new URL('../../../commands/start.js', import.meta.url));

const YARDSTICK = fileURLToPath(new URL('yardstick/main.js', import.meta.url));
const PROBE = new URL('probe.js', import.meta.url).href;

/** A server in a process of its own. */
export interface Server {
  readonly url: string;
  /** Seconds from its start until it said that it serves. */
  readonly readyAfter: number;
  /** What it used since the last time this was asked. */
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Starts the built product. It believes its clients' word on their addresses. */
export async function startProduct(databasePath: string): Promise<Server> {
  return start(PRODUCT, { DATABASE_URL: `sqlite:${databasePath}`, TRUST_PROXY: '1' });
}

/** Starts the product as `npm start` does. */
export async function startByCommand(databasePath: string): Promise<Server> {
  return start(START, { DATABASE_URL: `sqlite:${databasePath}` });
}

/** Starts the yardstick on a database of its own. */
export async function startYardstick(databasePath: string): Promise<Server> {
  return start(YARDSTICK, { DATABASE_FILE: databasePath });
}

async function start(program: string, environment: Record<string, string>): Promise<Server> {
  const port = await getPort();
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', PROBE, program], {
    env: { PATH: process.env['PATH'], PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close');
  await saysItServes(child, program);
  return {
    url: `http://127.0.0.1:${port}`,
    readyAfter: (performance.now() - started) / 1000,
    async usage() {
      const answer = once(child, 'message');
      child.send('usage');
      return usageSchema.parse((await answer)[0]);
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function saysItServes(child: ChildProcess, program: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('is serving')) resolve();
    });
    child.once('close', () => reject(new Error(`${program} ended before it served`)));
  });
}
