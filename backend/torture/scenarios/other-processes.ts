import { openShell } from '../../test/support/shell.js';
import { METRICS_TOKEN, eventLoopP99 } from '../../test/support/usage.js';
import type { Effort, Outcome } from '../report.js';
import { endOfStart, tenthOf, tryServer } from '../trial.js';
import { ROUND, read } from '../workload.js';

const HOLD_SECONDS = 3;

const ACKNOWLEDGED = 20;

const MAX_EVENT_LOOP_P99_MS = 200;

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
          if (count <= ROUND) trial.broken.push('reads waited until the lock was released');
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
        timings: {
          'the event loop, p99': { ms: Math.max(...delays), below: MAX_EVENT_LOOP_P99_MS },
        },
      };
    },
    { environment: { METRICS_TOKEN } },
  );
}

const ACKNOWLEDGED_MEANWHILE = 100;

const REFUSAL =
  /ended with 1 before it served: DATABASE_URL names [^\n]+ another process [^\n]+\n$/;

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
