import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { z } from 'zod';

const PRODUCT = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

const YARDSTICK = fileURLToPath(new URL('yardstick/main.js', import.meta.url));
const PROBE = new URL('probe.js', import.meta.url).href;

const usageSchema = z.object({
  /** The most memory that was resident, in millions of bytes. */
  memoryMb: z.number(),
  /** 99 of 100 turns of the event loop came no later than this, in milliseconds. */
  eventLoopP99Ms: z.number(),
});

/** What a server used of its machine while it was under load. */
export type Usage = z.infer<typeof usageSchema>;

/** Seeded files outlive a run, and no claim in them is to expire. */
export const CLAIM_DAYS = 3_650;

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
  const environment = {
    DATABASE_URL: `sqlite:${databasePath}`,
    TRUST_PROXY: '1',
    CLAIM_DAYS: String(CLAIM_DAYS),
  };
  return start(process.execPath, ['--import', PROBE, PRODUCT], environment);
}

/** Starts the product with `npm start`: what that uses is not told, for it is npm that is asked. */
export async function startByCommand(databasePath: string): Promise<Omit<Server, 'usage'>> {
  return start('npm', ['start'], {
    DATABASE_URL: `sqlite:${databasePath}`,
    CLAIM_DAYS: String(CLAIM_DAYS),
  });
}

/** Starts the yardstick on a database of its own. */
export async function startYardstick(databasePath: string): Promise<Server> {
  return start(process.execPath, ['--import', PROBE, YARDSTICK], { DATABASE_FILE: databasePath });
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
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close');
  const serves = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('is serving')) resolve();
    });
  });
  await Promise.race([serves, ended]);
  if (child.exitCode !== null) throw new Error(`${program} ${args.join(' ')} ended by itself`);
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
