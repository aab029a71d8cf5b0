import { startBuiltServer } from '../../test/support/built-server.js';
import { withFolder } from '../../test/support/temporary-database.js';
import { flood } from '../flood.js';
import { compareUnderAttack } from '../honest.js';
import { outcomeOf, type Effort, type Outcome } from '../report.js';
import { tryServer } from '../trial.js';

const PATIENCE_MS = 10_000;

const FULL_SECONDS = 20;

const BRIEF_SECONDS = 2;

const SLASHES = 14_000;

/** Requests per second of a hostile client: so few that only slow parsing of the slashes could harm other clients. */
const PER_SECOND = 15;

const NINES = '9'.repeat(309);

const cursor = (...numbers: readonly string[]): string =>
  Buffer.from(numbers.join('.')).toString('base64url');

const OVERFLOWING = [
  `/log/tile/0/${'x999/'.repeat(5)}999`,
  `/log/tile/0/${'x999/'.repeat(102)}999`,
  `/log/tile/entries/${'x999/'.repeat(102)}999.p/255`,
  `/log/tile/5/${'x000/'.repeat(102)}001`,
  `/api/leaderboard?limit=${NINES}`,
  '/api/leaderboard?limit=1e308',
  '/api/leaderboard?window=9999-W53',
  `/api/leaderboard?cursor=${cursor('9999999999', '9999999999', '-9999999999')}`,
  `/api/leaderboard?cursor=${cursor('-9999999999', '0', '-9999999999')}`,
  `/api/pyramid?depth=${NINES}&wallet=${'1'.repeat(32)}`,
  `/api/referral-stats?wallet=${'z'.repeat(1_900)}`,
  '/api/proofs?after=9999999999',
  `/api/proofs?after=${NINES}`,
  '/?collapse=day99999-zz',
  '/card.png?collapse=day99999-zz',
  `/?${'ref=1&'.repeat(300)}`,
  `/r/${'%2525'.repeat(300)}`,
];

export async function sendOverflowingNumbers(): Promise<Outcome> {
  return withFolder(async (folder) => {
    const broken: string[] = [];
    const server = await startBuiltServer(folder, { TRUST_PROXY: '1' });
    try {
      for (const path of OVERFLOWING) {
        const name = path.slice(0, 60);
        const status = await statusOf(server.url + path);
        if (status === 0 || status >= 500) broken.push(`${name}… was answered ${status}`);
        const live = await statusOf(`${server.url}/api/health/live`);
        if (live === 200) continue;
        broken.push(`after ${name}… the server does not answer any more`);
        break;
      }
    } finally {
      await server.stop('SIGKILL');
    }
    return outcomeOf({ harmed: OVERFLOWING.length, broken });
  });
}

async function statusOf(url: string): Promise<number> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return (await fetch(url, { redirect: 'manual', signal })).status;
  } catch {
    return 0;
  }
}

export async function sendSlashes(effort: Effort): Promise<Outcome> {
  const seconds = effort.brief ? BRIEF_SECONDS : FULL_SECONDS;
  const attack = flood({
    connections: 1,
    perSecond: PER_SECOND,
    requests: () => [{ path: `${'/'.repeat(SLASHES)}x` }],
  });
  return tryServer(effort, async ({ server, receipts, broken }) => {
    const compared = await compareUnderAttack(server.url, receipts, attack, { seconds });
    broken.push(...compared.broken);
    return compared;
  });
}
