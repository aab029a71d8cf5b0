import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { select } from '../src/database/reader.js';
import { openForReading } from '../src/database/sqlite/connection.js';
import { SCHEMA } from '../src/database/sqlite/schema.js';
import { seededRandom } from '../src/seed/random.js';
import { getStats } from '../test/api.js';
import { startBuiltServer } from '../test/built-server.js';
import { eventually } from '../test/eventually.js';
import type { Ending } from '../test/persistent-writer.js';
import { claimUntilRefused } from '../test/persistent-writer.js';
import { withFolder } from '../test/temporary-database.js';
import { wallet } from '../test/wallets.js';
import { audit } from './audit.js';
import type { Outcome } from './outcome.js';
import { percentile } from './percentile.js';
import { Receipts } from './receipts.js';

/** How often to stop, and the seed that says when. */
export interface StopOptions {
  readonly stops: number;
  readonly seed: number;
}

const WRITERS = 16;
const TOP = wallet('top 0');

const recruitRow = z.object({ recruit: z.string() });

/** SIGTERM comes at most this long after every writer could have been answered once, in milliseconds. */
const LATEST_STOP_MS = 400;

/** A stop takes less than this, in milliseconds. */
const STOP_MS = 10_000;

/** Sends SIGTERM under writers that never pause: what was accepted is answered, the rest refused in words. */
export async function stopUnderLoad({ stops, seed }: StopOptions): Promise<Outcome> {
  const random = seededRandom(seed);
  const receipts = new Receipts();
  const broken: string[] = [];
  const stopTimes: number[] = [];
  const endings: Ending[] = [];
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
      const before = endings.filter(isAcknowledged).length;
      await eventually(
        async () => (await getStats(server.url, TOP)).directRecruits >= before + WRITERS,
        true,
      );
      await delay(random() * LATEST_STOP_MS);
      const told = performance.now();
      const status = await server.stop('SIGTERM');
      stopTimes.push(performance.now() - told);
      if (status !== 0) broken.push(`SIGTERM ended it with ${String(status)}`);
      endings.push(...(await Promise.all(writers)).flat());
    }
    for (const ending of endings) file(ending, receipts);
    const recorded = await recordedRecruits(path);
    broken.push(...endings.flatMap((ending) => findFault(ending, recorded) ?? []));
    return audit({ kind: 'sqlite', path }, receipts);
  });
  return {
    harmed: stops,
    acknowledged: receipts.order.length,
    ...findings,
    broken,
    measured: {
      'refused in words': endings.filter(isRefused).length,
      'not even read': endings.filter((ending) => 'code' in ending).length,
    },
    timings: { 'the slowest stop': { ms: percentile(stopTimes, 1), below: STOP_MS } },
  };
}

function file(ending: Ending, receipts: Receipts): void {
  receipts.send(ending.recruit, 'claimed', TOP);
  if (isAcknowledged(ending)) receipts.acknowledge(ending.recruit, 'claimed');
}

async function recordedRecruits(path: string): Promise<ReadonlySet<string>> {
  const source = await openForReading(path, SCHEMA);
  const rows = await select(source, recruitRow, 'SELECT recruit FROM referral');
  await source.destroy();
  return new Set(rows.map(({ recruit }) => recruit));
}

/** A claim is recorded, or refused in words; what the server has not even read when it ends is not recorded. */
function findFault(ending: Ending, recorded: ReadonlySet<string>): string | null {
  if ('code' in ending) {
    return recorded.has(ending.recruit) ? `a writer was not told: ${ending.code}` : null;
  }
  const { status, type, connection } = ending;
  if (isAcknowledged(ending) || (isRefused(ending) && connection === 'close')) return null;
  return `a claim was answered ${status} as ${String(type)}, connection ${String(connection)}`;
}

function isAcknowledged(ending: Ending): boolean {
  return 'status' in ending && ending.status === 201;
}

function isRefused(ending: Ending): boolean {
  return (
    'status' in ending &&
    ending.status === 503 &&
    ending.type?.includes('application/problem+json') === true
  );
}
