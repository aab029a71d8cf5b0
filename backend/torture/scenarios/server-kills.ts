import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../test/support/eventually.js';
import { startCluster, type Cluster } from '../../test/support/postgres/cluster.js';
import { withPgBouncer } from '../../test/support/postgres/pgbouncer.js';
import { openShell } from '../../test/support/shell.js';
import { percentile, type Effort, type Outcome } from '../report.js';
import { tenthOf, tryServer, type Harm } from '../trial.js';

/** Maximum number of writes between two kills. The mean is half of it: about 24,000 writes in all with 40 kills. */
const MAX_BETWEEN = 1_200;

const MAX_BETWEEN_IN_BRIEF = 100;

const MAX_BETWEEN_ON_POSTGRES = 100;

const MAX_DELAY_MS = 20;

const READY_MS = 2_000;

export async function killUnderWriters({ kills, seed, brief }: Effort): Promise<Outcome> {
  const maxBetween = brief ? MAX_BETWEEN_IN_BRIEF : MAX_BETWEEN;
  return tryServer({ seed }, async (trial) => {
    const readyTimes: number[] = [];
    let retried = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await trial.harmUnderWriters(1 + Math.floor(trial.random() * maxBetween), async () => {
        // About half of the kills follow an acknowledgement immediately.
        if (trial.random() < 0.5) await delay(trial.random() * MAX_DELAY_MS);
        await trial.server.stop('SIGKILL');
      });
      const started = performance.now();
      await trial.restart();
      const ready = await fetch(`${trial.server.url}/api/health/ready`);
      if (!ready.ok) trial.broken.push(`not ready after a kill: ${ready.status}`);
      readyTimes.push(performance.now() - started);
      await trial.audit();
      await trial.checkLog();
      retried += await trial.workload.retryClaims(trial.server.url);
    }
    return {
      harmed: kills,
      measured: {
        'claims repeated after a lost answer': retried,
        'restart, median, ms': percentile(readyTimes, 0.5),
        checkpoints: trial.log.count,
      },
      timings: {
        'the slowest restart': { ms: percentile(readyTimes, 1), below: READY_MS },
      },
    };
  });
}

export async function killAroundPostgres(effort: Effort): Promise<Outcome> {
  const cluster = await startCluster({ durable: true });
  try {
    return await killInTurn(effort, cluster, cluster.url('postgres'));
  } finally {
    await cluster.remove();
  }
}

export async function killAroundPgBouncer(effort: Effort): Promise<Outcome> {
  const cluster = await startCluster({ durable: true });
  const directly = cluster.url('postgres');
  try {
    const operator = await openShell(directly);
    await operator.query('ALTER DATABASE postgres SET synchronous_commit TO off');
    await operator.destroy();
    // By default, PgBouncer waits 15 s between attempts to connect.
    return await withPgBouncer(directly, { server_login_retry: '1' }, (url) =>
      killInTurn(effort, cluster, url),
    );
  } finally {
    await cluster.remove();
  }
}

async function killInTurn(effort: Effort, cluster: Cluster, databaseUrl: string): Promise<Outcome> {
  const kills = tenthOf(effort);
  const options = {
    databaseUrl,
    environment: { SESSION_SECRET: 'the same after a restart as before it' },
  };
  // PostgreSQL can start only after the last process of the killed PostgreSQL has ended.
  const startDatabase = (): Promise<boolean> =>
    cluster.start().then(
      () => true,
      () => false,
    );
  const killDatabase = async (): Promise<void> => {
    await cluster.stop('SIGKILL');
    await eventually(startDatabase, true);
  };
  const harm: Harm = async (trial) => {
    const killServer = async (): Promise<void> => {
      await trial.server.stop('SIGKILL');
      await trial.restart();
    };
    const look = async (): Promise<number> =>
      (await fetch(`${trial.server.url}/api/health/ready`)).status;
    const readyTimes: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const between = 1 + Math.floor(trial.random() * MAX_BETWEEN_ON_POSTGRES);
      await trial.harmUnderWriters(between, async () => {
        await delay(trial.random() * MAX_DELAY_MS);
        const started = performance.now();
        await (kill % 2 === 0 ? killDatabase() : killServer());
        await eventually(look, 200);
        readyTimes.push(performance.now() - started);
      });
      await trial.audit();
      await trial.checkLog();
    }
    return {
      harmed: kills,
      measured: {
        checkpoints: trial.log.count,
        'slowest ready, ms': percentile(readyTimes, 1),
      },
    };
  };
  return tryServer(effort, harm, options);
}
