import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { seededRandom } from '../src/seed/random.js';
import { startBuiltServer } from '../test/built-server.js';
import { withFolder } from '../test/temporary-database.js';
import type { Findings } from './audit.js';
import { SOUND, audit } from './audit.js';
import { Crowd } from './crowd.js';
import type { Outcome } from './outcome.js';
import { Reads } from './reads.js';
import { Receipts } from './receipts.js';

const WRITERS = 8;

/** Acknowledgements before the lock is taken, and again after it is let go. */
const ACKNOWLEDGED = 20;

/** Has an operator's shell hold the write lock under writers and readers, for as long as told, in milliseconds. */
export async function holdWriteLock(options: { seed: number; holdMs: number }): Promise<Outcome> {
  const receipts = new Receipts();
  const crowd = new Crowd(receipts, seededRandom(options.seed));
  const broken: string[] = [];
  let findings: Findings = SOUND;
  let reads = new Reads('');
  await withFolder(async (folder) => {
    const path = join(folder, 'test.sqlite');
    const server = await startBuiltServer(folder, {
      DATABASE_URL: `sqlite:${path}`,
      TRUST_PROXY: '1',
    });
    reads = new Reads(server.url);
    const writeMore = async (): Promise<void> => {
      const enough = receipts.order.length + ACKNOWLEDGED;
      broken.push(
        ...(await crowd.write(server.url, WRITERS, () => receipts.order.length >= enough)),
      );
    };
    await writeMore();
    const operator = await new DataSource({ type: 'sqlite', database: path }).initialize();
    await operator.query('BEGIN IMMEDIATE');
    let held = true;
    const release = async (): Promise<void> => {
      await delay(options.holdMs);
      await operator.query('ROLLBACK');
      held = false;
    };
    await Promise.all([release(), writeMore(), reads.readUntil(() => !held)]);
    await operator.destroy();
    await writeMore();
    if ((await server.stop('SIGTERM')) !== 0) broken.push('SIGTERM did not end it with 0');
    findings = await audit(path, receipts);
  });
  return {
    harmed: 1,
    acknowledged: receipts.order.length,
    ...findings,
    broken: [...broken, ...reads.faults],
    measured: { 'reads meanwhile': reads.count, 'slowest read, ms': reads.slowestMs },
  };
}
