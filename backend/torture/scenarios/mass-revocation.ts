import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getLeaderboard } from '../../test/support/api.js';
import { startBuiltServer } from '../../test/support/built-server.js';
import { runOps, spawnOps } from '../../test/support/run-ops.js';
import { withFolder } from '../../test/support/temporary-database.js';
import type { Attack } from '../flood.js';
import { compareUnderAttack } from '../honest.js';
import { outcomeOf, type Effort, type Outcome } from '../report.js';
import { Receipts } from '../workload.js';

/** Wallets in the database, and seconds of each phase. */
const FULL = { wallets: 60_000, seconds: 15 };
const BRIEF = { wallets: 500, seconds: 1 };

const SINCE = '2000-01-01';
const WHY = 'keys of one person';

/** Lets the operator revoke all recruits of the best wallets while visitors read and write. */
export async function revokeMany(effort: Effort): Promise<Outcome> {
  const { wallets, seconds } = effort.brief ? BRIEF : FULL;
  return withFolder(async (folder) => {
    const databaseUrl = `sqlite:${join(folder, 'test.sqlite')}`;
    await runOps(databaseUrl, 'seed', String(wallets));
    const server = await startBuiltServer(folder, { DATABASE_URL: databaseUrl, TRUST_PROXY: '1' });
    try {
      const { entries } = await getLeaderboard(server.url);
      const remaining = entries.map(({ wallet }) => wallet);
      const revoke: Attack = () => Promise.resolve(startRevoking(databaseUrl, remaining.shift()));
      const compared = await compareUnderAttack(server.url, new Receipts(), revoke, { seconds });
      const { status, stdout } = await runOps(databaseUrl, 'doctor');
      const faults = status === 0 ? [] : [`doctor found: ${stdout}`];
      return outcomeOf({ ...compared, broken: [...compared.broken, ...faults] });
    } finally {
      await server.stop('SIGKILL');
    }
  });
}

function startRevoking(databaseUrl: string, referrer = '') {
  const begun = performance.now();
  const words = ['revoke', '--of', referrer, '--since', SINCE, '--why', WHY];
  const child = spawnOps(databaseUrl, words);
  const printed = text(child.stdout);
  const ending = once(child, 'close');
  return {
    async stop() {
      await ending;
      const [recruits = ''] = /Recruits revoked.*/.exec(await printed) ?? [];
      const seconds = Math.round((performance.now() - begun) / 1_000);
      return `${recruits}, exit status ${child.exitCode}, ${seconds} s at most`;
    },
  };
}
