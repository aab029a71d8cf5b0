import { openShell } from '../../test/support/shell.js';
import type { Effort, Outcome } from '../report.js';
import { endOfStart, tenthOf, tryServer } from '../trial.js';
import { ROUND, read } from '../workload.js';

/** An operator holds the lock for this time. */
const HOLD_SECONDS = 3;

/** Acknowledgements before the lock is taken, and again after it is let go. */
const ACKNOWLEDGED = 20;

/** While somebody holds the lock, 99 of 100 turns of the event loop come sooner than this, in milliseconds. */
const EVENT_LOOP_MS = 200;

const METRICS_TOKEN = 'the token of an operator who looks meanwhile';

/** Has an operator's shell hold the write lock under writers and a reader. */
export async function holdWriteLock(effort: Effort): Promise<Outcome> {
  const locks = tenthOf(effort);
  return tryServer(
    effort,
    async (trial) => {
      const { url } = trial.server;
      const delays: number[] = [];
      let [readCount, slowestRead] = [0, 0];
      await trial.writeMore(ACKNOWLEDGED);
      for (let lock = 0; lock < locks; lock += 1) {
        const operator = await openShell(trial.databaseUrl);
        await operator.query('BEGIN IMMEDIATE');
        await eventLoopP99(url);
        const holdWhileReading = async (): Promise<void> => {
          const { count, slowestMs, broken } = await read(url, { duration: HOLD_SECONDS });
          if (count <= ROUND) trial.broken.push('reads waited until the lock was let go');
          trial.broken.push(...broken);
          readCount += count;
          slowestRead = Math.max(slowestRead, slowestMs);
          delays.push(await eventLoopP99(url));
          await operator.query('ROLLBACK');
        };
        await Promise.all([holdWhileReading(), trial.writeMore(ACKNOWLEDGED)]);
        await operator.destroy();
      }
      return {
        harmed: locks,
        measured: { 'reads meanwhile': readCount, 'slowest read, ms': slowestRead },
        timings: { 'the event loop, p99': { ms: Math.max(...delays), below: EVENT_LOOP_MS } },
      };
    },
    { environment: { METRICS_TOKEN } },
  );
}

/** What the metrics of a server call the delay that 99 of 100 turns of its event loop stay below. */
const P99 = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m;

/** How late the event loop of a server was since this was asked last, in milliseconds: 99 of 100 turns were sooner. */
async function eventLoopP99(server: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const response = await fetch(`${server}/metrics`, { headers });
  const [, seconds] = P99.exec(await response.text()) ?? [];
  if (seconds === undefined) throw new Error('the metrics do not tell of the event loop');
  return Math.round(Number(seconds) * 1_000);
}

/** Acknowledgements while a second server is started. */
const ACKNOWLEDGED_MEANWHILE = 100;

/** Exit status 1, and one line that says why. */
const REFUSAL =
  /ended with 1 before it served: DATABASE_URL names [^\n]+ another process [^\n]+\n$/;

/** Starts a second server on the file of one that is being written to: it must refuse, and the first must not notice. */
export async function startSecondServers(effort: Effort): Promise<Outcome> {
  const starts = tenthOf(effort);
  return tryServer(effort, async (trial) => {
    for (let start = 0; start < starts; start += 1) {
      const [end] = await Promise.all([
        endOfStart(trial.folder, trial.databaseUrl),
        trial.writeMore(ACKNOWLEDGED_MEANWHILE),
      ]);
      if (!REFUSAL.test(end)) trial.broken.push(`a second server ${end}`);
    }
    return { harmed: starts };
  });
}
