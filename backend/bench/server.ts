import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Usage } from './usage.js';
import { usageSchema } from './usage.js';

const PRODUCT = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const YARDSTICK = fileURLToPath(new URL('yardstick/main.js', import.meta.url));
const PROBE = new URL('probe.js', import.meta.url).href;

/** A server in a process of its own. */
export interface Server {
  readonly url: string;
  /** Milliseconds from its start until it said that it serves. */
  readonly readyAfterMs: number;
  /** What it used since the last time this was asked. */
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Starts the built product. It believes its client's word on addresses, so that no limit gets in the way. */
export async function startProduct(databasePath: string): Promise<Server> {
  return start(PRODUCT, { DATABASE_URL: `sqlite:${databasePath}`, TRUST_PROXY: '1' });
}

/** Starts the yardstick on its own database. */
export async function startYardstick(databasePath: string): Promise<Server> {
  return start(YARDSTICK, { DATABASE_FILE: databasePath });
}

async function start(program: string, environment: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', PROBE, program], {
    env: { PATH: process.env['PATH'], PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close');
  await saysItServes(child, program);
  return {
    url: `http://127.0.0.1:${port}`,
    readyAfterMs: performance.now() - started,
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
