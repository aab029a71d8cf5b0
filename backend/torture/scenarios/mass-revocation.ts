import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { MAX_LIMIT } from '../../src/leaderboard/leaderboard.schema.js';
import { getLeaderboard } from '../../test/support/api.js';
import { spawnOps } from '../../test/support/run-ops.js';
import type { Attack } from '../flood.js';
import { compareUnderAttack, STEPS } from '../honest.js';
import { outcomeOf, type Effort, type Outcome } from '../report.js';
import { ORIGIN, withSeededDatabase } from '../seeded-server.js';
import { Receipts } from '../workload.js';

const FULL = { wallets: 20_000, seconds: 15 };

const BRIEF = { wallets: 500, seconds: 1 };

/** Limit of the p99 of each step, in ms. A write may have to wait for the lock of the SQLite file. */
const WRITE_MS = 150;

export async function revokeMany({ brief }: Effort): Promise<Outcome> {
  const { wallets, seconds } = brief ? BRIEF : FULL;
  return withSeededDatabase(wallets, ({ databaseUrl, serve }) =>
    serve(async ({ url }) => {
      const { entries } = await getLeaderboard(url, `?limit=${MAX_LIMIT}`);
      const remaining = entries.map(({ wallet }) => wallet);
      const attack: Attack = () => Promise.resolve(startRevoking(databaseUrl, remaining));
      const options = { seconds, steps: STEPS.map((step) => ({ ...step, below: WRITE_MS })) };
      const compared = await compareUnderAttack(url, new Receipts(), attack, options);
      const doctor = await runToItsEnd(databaseUrl, ['doctor']);
      const faults = doctor.status === 0 ? [] : [`doctor found: ${doctor.printed}`];
      return outcomeOf({ ...compared, broken: [...compared.broken, ...faults] });
    }),
  );
}

function startRevoking(databaseUrl: string, remaining: string[]) {
  const stopping = new AbortController();
  let revoked = 0;
  const revokeNext = async (): Promise<void> => {
    const [referrer = ''] = remaining.splice(0, 1);
    const words = ['revoke', '--of', referrer, '--since', '2000-01-01', '--why', 'one person'];
    const { printed } = await runToItsEnd(databaseUrl, words);
    revoked += Number(/Recruits revoked\s+([\d,]+)/.exec(printed)?.[1]?.replace(',', '') ?? 0);
  };
  const revoking = (async () => {
    while (!stopping.signal.aborted && remaining.length > 0) await revokeNext();
  })();
  return {
    async stop() {
      stopping.abort();
      await revoking;
      return `${revoked} recruits revoked`;
    },
  };
}

async function runToItsEnd(databaseUrl: string, words: readonly string[]) {
  const child = spawnOps(databaseUrl, words, { PUBLIC_ORIGIN: ORIGIN });
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { status: child.exitCode, printed: stdout + stderr };
}
