import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../src/seed/random.js';
import { startBuiltServer } from '../test/built-server.js';
import type { Ending } from '../test/persistent-writer.js';
import { claimUntilRefused } from '../test/persistent-writer.js';
import { withFolder } from '../test/temporary-database.js';
import { wallet } from '../test/wallets.js';
import { audit } from './audit.js';
import type { Outcome } from './outcome.js';
import { Receipts } from './receipts.js';

/** How often to stop, and the seed that says when. */
export interface StopOptions {
  readonly stops: number;
  readonly seed: number;
}

const WRITERS = 16;
const TOP = wallet('top 0');

/** SIGTERM comes at most this long after the start, in milliseconds. */
const LATEST_STOP_MS = 400;

/** A stop that takes longer is a fault, in milliseconds. */
const LONGEST_STOP_MS = 10_000;

/** Sends SIGTERM under writers that never pause: what was accepted is answered, the rest refused in words. */
export async function stopUnderLoad({ stops, seed }: StopOptions): Promise<Outcome> {
  const random = seededRandom(seed);
  const receipts = new Receipts();
  const broken: string[] = [];
  const stopTimes: number[] = [];
  let refused = 0;
  const findings = await withFolder(async (folder) => {
    const path = join(folder, 'test.sqlite');
    for (let stop = 0; stop < stops; stop += 1) {
      const server = await startBuiltServer(folder, {
        DATABASE_URL: `sqlite:${path}`,
        TRUST_PROXY: '1',
      });
      const writers = Array.from({ length: WRITERS }, (_, index) =>
        claimUntilRefused(server.url, TOP, `writer ${stop} ${index}`),
      );
      await delay(random() * LATEST_STOP_MS);
      const told = performance.now();
      const status = await server.stop('SIGTERM');
      stopTimes.push(performance.now() - told);
      if (status !== 0) broken.push(`SIGTERM ended it with ${String(status)}`);
      for (const ending of (await Promise.all(writers)).flat()) {
        file(ending, receipts);
        if ('status' in ending && ending.status === 503) refused += 1;
        const fault = findFault(ending);
        if (fault !== null) broken.push(fault);
      }
    }
    return audit({ kind: 'sqlite', path }, receipts);
  });
  const slowest = Math.round(Math.max(...stopTimes));
  if (slowest >= LONGEST_STOP_MS) broken.push(`it took ${slowest} ms to stop`);
  return {
    harmed: stops,
    acknowledged: receipts.order.length,
    ...findings,
    broken,
    measured: { 'refused in words': refused, 'slowest stop, ms': slowest },
  };
}

function file(ending: Ending, receipts: Receipts): void {
  receipts.send(ending.recruit, 'claimed', TOP);
  if ('status' in ending && ending.status === 201) receipts.acknowledge(ending.recruit, 'claimed');
}

/** Recorded, refused in words, or not even connected: nobody is hung up on. */
function findFault(ending: Ending): string | null {
  if ('code' in ending) {
    return ending.code === 'ECONNREFUSED' ? null : `a connection broke: ${ending.code}`;
  }
  const { status, type, connection } = ending;
  if (status === 201) return null;
  const inWords = type?.includes('application/problem+json') === true && connection === 'close';
  return status === 503 && inWords ? null : `a claim was answered ${status} as ${String(type)}`;
}
