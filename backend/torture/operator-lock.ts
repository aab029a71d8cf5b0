import { setTimeout as delay } from 'node:timers/promises';
import { openShell } from '../test/shell.js';
import { withFolder } from '../test/temporary-database.js';
import { eventLoopP99 } from './event-loop.js';
import type { Outcome } from './outcome.js';
import { Reads, ROUND } from './reads.js';
import type { Harm } from './trial.js';
import { tryServer } from './trial.js';

/** How often to take the lock, for how long, in milliseconds, and the seed that says who writes what. */
export interface LockOptions {
  readonly locks: number;
  readonly holdMs: number;
  readonly seed: number;
}

/** Acknowledgements before the lock is taken, and again after it is let go. */
const ACKNOWLEDGED = 20;

/** While somebody holds the lock, 99 of 100 turns of the event loop come sooner than this, in milliseconds. */
const EVENT_LOOP_MS = 200;

const METRICS_TOKEN = 'the token of an operator who looks meanwhile';

/** Has an operator's shell hold the write lock under writers and a reader. */
export async function holdWriteLock({ locks, holdMs, seed }: LockOptions): Promise<Outcome> {
  const harm: Harm = async ({ server, path, broken, writeMore }) => {
    const reads = new Reads(server.url);
    const lateness: number[] = [];
    await writeMore(ACKNOWLEDGED);
    for (let lock = 0; lock < locks; lock += 1) {
      const operator = await openShell(`sqlite:${path}`);
      await operator.query('BEGIN IMMEDIATE');
      await eventLoopP99(server.url, METRICS_TOKEN);
      let held = true;
      const before = reads.count;
      const release = async (): Promise<void> => {
        await delay(holdMs);
        lateness.push(await eventLoopP99(server.url, METRICS_TOKEN));
        await operator.query('ROLLBACK');
        held = false;
      };
      await Promise.all([release(), writeMore(ACKNOWLEDGED), reads.readUntil(() => !held)]);
      await operator.destroy();
      if (reads.count <= before + ROUND) broken.push('reads waited until the lock was let go');
    }
    broken.push(...reads.faults);
    return {
      harmed: locks,
      measured: { 'reads meanwhile': reads.count, 'slowest read, ms': reads.slowestMs },
      timings: {
        'the event loop, p99': { ms: Math.max(...lateness), below: EVENT_LOOP_MS },
      },
    };
  };
  return withFolder((folder) => tryServer(folder, seed, harm, { METRICS_TOKEN }));
}
