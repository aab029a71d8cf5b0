import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../test/eventually.js';
import { startCluster } from '../test/postgres/cluster.js';
import type { Effort, Outcome } from './outcome.js';
import { percentile } from './outcome.js';
import { tenthOf, tryServer } from './trial.js';

/** Acknowledgements between two kills, at most. */
const MAX_BETWEEN = 100;

/** A kill comes at most this long after the acknowledgement that triggers it, in milliseconds. */
const MAX_DELAY_MS = 20;

/** Kills in turn PostgreSQL and the server with SIGKILL, under writers; the server outlives its database. */
export async function killAroundPostgres(effort: Effort): Promise<Outcome> {
  const kills = tenthOf(effort);
  const cluster = await startCluster({ durable: true });
  const options = {
    databaseUrl: cluster.url('postgres'),
    environment: { SESSION_SECRET: 'the same after a restart as before it' },
  };
  // It does not start before the last process of the killed one is gone.
  const startDatabase = (): Promise<boolean> =>
    cluster.start().then(
      () => true,
      () => false,
    );
  try {
    return await tryServer(
      effort,
      async (trial) => {
        const readyTimes: number[] = [];
        for (let kill = 0; kill < kills; kill += 1) {
          await trial.harmUnderWriters(1 + Math.floor(trial.random() * MAX_BETWEEN), async () => {
            await delay(trial.random() * MAX_DELAY_MS);
            const started = performance.now();
            if (kill % 2 === 0) {
              await cluster.stop('SIGKILL');
              await eventually(startDatabase, true);
            } else {
              await trial.server.stop('SIGKILL');
              await trial.restart();
            }
            const ready = `${trial.server.url}/api/health/ready`;
            await eventually(async () => (await fetch(ready)).status, 200);
            readyTimes.push(performance.now() - started);
          });
          await trial.audit();
        }
        return {
          harmed: kills,
          measured: { 'slowest ready, ms': percentile(readyTimes, 1) },
        };
      },
      options,
    );
  } finally {
    await cluster.remove();
  }
}
