import { expect, test } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { claim, getLeaderboard, getStats } from '../support/api.js';
import { newSigner } from '../support/signer.js';
import { startTwoServers, type TwoServers } from './two-servers.js';
import { Visitor } from '../support/visitor.js';
import { select } from '../../src/database/reader.js';

const WALLETS = 12;
const WRITERS = 12;
const CHANGES_EACH = 12;

/** Each query finds rows that are wrong. */
const DRIFT = {
  'recruits of a wallet': `
    SELECT count(*) AS n FROM wallet
    WHERE direct_recruits <> (SELECT count(*) FROM referral WHERE referrer = address)
      OR proven_recruits <> (SELECT count(*) FROM referral WHERE referrer = address AND status = 'proven')`,
  'points of a wallet': `
    SELECT count(*) AS n FROM wallet
    WHERE points <> (SELECT coalesce(sum(points), 0) FROM ledger_entry WHERE wallet = address)
      OR points <> 1000 * proven_recruits + 100 * (SELECT count(*) FROM check_in WHERE wallet = address)`,
  'totals in the ledger': `
    SELECT count(*) AS n FROM (
      SELECT total, sum(points) OVER (PARTITION BY wallet ORDER BY number) AS counted FROM ledger_entry
    ) AS entry WHERE total <> counted`,
  'indexes in the log': `
    SELECT count(*) AS n FROM (
      SELECT log_index, row_number() OVER (ORDER BY log_index) - 1 AS counted
      FROM referral WHERE status = 'proven'
    ) AS proof WHERE log_index IS DISTINCT FROM counted`,
  'the points': `
    SELECT count(*) AS n FROM (
      SELECT board, points, wallets FROM internal_point_count
      UNION ALL SELECT '', points, -1 FROM wallet WHERE proven_recruits > 0 AND banned_at IS NULL
      UNION ALL SELECT week, 1000 * recruits, -1 FROM internal_week_total WHERE recruits > 0
    ) AS change GROUP BY board, points HAVING sum(wallets) <> 0`,
  'the recruits of the week': `
    SELECT count(*) AS n FROM (
      SELECT referrer_number, recruits FROM internal_week_total
      UNION ALL
      SELECT joined_number, -1 FROM referral JOIN wallet ON address = referrer WHERE status = 'proven'
    ) AS change GROUP BY referrer_number HAVING sum(recruits) <> 0`,
  'cycles of referrals': `
    WITH RECURSIVE above (recruit, ancestor) AS (
      SELECT recruit, referrer FROM referral
      UNION SELECT above.recruit, referral.referrer
      FROM above JOIN referral ON referral.recruit = above.ancestor
    ) SELECT count(*) AS n FROM above WHERE recruit = ancestor`,
};

const countRow = z.object({ n: z.int() });

async function findDrift({ one: { database } }: TwoServers): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [what, sql] of Object.entries(DRIFT)) {
    for (const { n } of await select(database.reading, countRow, sql)) {
      if (n > 0) found[what] = n;
    }
  }
  return found;
}

test('after load on two servers, points, totals and log indexes are exact, and both servers give the same ranks', async () => {
  const servers = await startTwoServers();
  const signers = Array.from({ length: WALLETS }, newSigner);
  const someone = () => signers[randomInt(WALLETS)] ?? newSigner();
  const statuses = new Set<number>();

  const write = async (turn: number): Promise<void> => {
    for (let change = 0; change < CHANGES_EACH; change += 1) {
      const [referrer, recruit] = [someone().address, someone()];
      const url = servers.urlOf(turn + change);
      const { status } =
        randomInt(2) === 0
          ? await claim(url, referrer, recruit.address)
          : await new Visitor(url).answer(recruit, referrer);
      statuses.add(status);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));

  expect([200, 201, 409, 422]).toEqual(expect.arrayContaining([...statuses]));
  expect(await findDrift(servers)).toEqual({});
  const { entries } = await getLeaderboard(servers.one.url, '?limit=100');
  expect(entries.length).toBeGreaterThan(0);
  for (const { wallet, rank } of entries) {
    expect((await getStats(servers.other.url, wallet)).rank).toBe(rank);
  }
  await servers.close();
});
