import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Clock } from '../../src/core/clock.js';
import type { Database } from '../../src/database/database.js';
import { insertRows } from '../../src/ops/rows.js';
import { LeaderboardService } from '../../src/leaderboard/leaderboard.service.js';
import type { LeaderboardEntry } from '../../src/leaderboard/leaderboard.schema.js';
import { RANKING_CHECKS } from '../../src/ops/doctor/checks/ranking.js';
import { Doctor } from '../../src/ops/doctor/doctor.js';
import { ClaimTerm } from '../../src/referral/claim-term.js';
import { ReferralStatsService } from '../../src/referral-stats/referral-stats.service.js';
import { SettableClock } from '../support/settable-clock.js';
import { withDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';

/** When who came: next to each other, and as far apart as can be. */
const JOINED = [1, 2, 4095, 4096, 65_535, 65_536, 16_777_216, 4_294_967_295];

const WALLETS = JOINED.length;
const NOW = '2026-11-21T12:00:00.000Z';

/** A wallet in the model; who came first is its index. */
interface Model {
  points: number;
  referrer: number | null;
  proven: boolean;
}

type Change = (model: Model[]) => { sql: string; parameters: (string | number)[] } | null;

const someone = fc.nat({ max: WALLETS - 1 });

/** Points near each other, so that ties happen, and at both ends of what a wallet may have. */
const somePoints = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(1000, 255, 256, 65_536, -2_147_483_648, 2_147_483_647),
);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(someone, someone).map<Change>(([recruit, referrer]) => (model) => {
    const me = model[recruit];
    if (me === undefined || recruit === referrer || me.referrer !== null) return null;
    me.referrer = referrer;
    me.proven = false;
    return {
      sql: `INSERT INTO referral (recruit, referrer, status, claimed_at) VALUES ($1, $2, 'claimed', '${NOW}')`,
      parameters: [wallet(recruit), wallet(referrer)],
    };
  }),
  fc.tuple(someone, someone).map<Change>(([recruit, referrer]) => (model) => {
    const me = model[recruit];
    if (me === undefined || recruit === referrer || me.referrer === null) return null;
    me.referrer = referrer;
    me.proven = true;
    return {
      sql: `UPDATE referral SET referrer = $1, status = 'proven', proven_at = '${NOW}', message = 'm', signature = 's' WHERE recruit = $2`,
      parameters: [wallet(referrer), wallet(recruit)],
    };
  }),
  someone.map<Change>((recruit) => (model) => {
    const me = model[recruit];
    if (me === undefined || me.referrer === null) return null;
    me.referrer = null;
    return { sql: 'DELETE FROM referral WHERE recruit = $1', parameters: [wallet(recruit)] };
  }),
  fc.tuple(someone, somePoints).map<Change>(([index, points]) => (model) => {
    const me = model[index];
    if (me === undefined) return null;
    me.points = points;
    return {
      sql: 'UPDATE wallet SET points = $1 WHERE address = $2',
      parameters: [points, wallet(index)],
    };
  }),
);

/** The leaderboard by brute force: count, sort, number. */
function expectedEntries(model: Model[]): LeaderboardEntry[] {
  return model
    .map(({ points }, index) => {
      const recruits = model.filter(({ referrer }) => referrer === index);
      const provenRecruits = recruits.filter(({ proven }) => proven).length;
      const pendingPoints = 1000 * (recruits.length - provenRecruits);
      return { index, recruits: recruits.length, provenRecruits, points, pendingPoints };
    })
    .filter(({ provenRecruits }) => provenRecruits > 0)
    .sort(
      (one, other) =>
        other.points - one.points || other.recruits - one.recruits || one.index - other.index,
    )
    .map(({ index, ...entry }, position) => ({
      rank: position + 1,
      wallet: wallet(index),
      ...entry,
    }));
}

async function readByPages(
  leaderboard: LeaderboardService,
  limit: number,
): Promise<LeaderboardEntry[]> {
  const entries: LeaderboardEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await leaderboard.page({ window: 'all', limit, cursor });
    entries.push(...page.entries);
    expect(page.total).toBeGreaterThanOrEqual(entries.length);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return entries;
}

async function expectAgreement(database: Database, model: Model[], limit: number): Promise<void> {
  const term = new ClaimTerm(new SettableClock(NOW), { claimDays: 30 });
  const leaderboard = new LeaderboardService(database.reader, term, new Clock());
  const stats = new ReferralStatsService(database.reader, new Clock(), term);
  const expected = expectedEntries(model);
  expect(await readByPages(leaderboard, limit)).toEqual(expected);
  expect((await leaderboard.page({ window: 'all', limit })).total).toBe(expected.length);
  for (let index = 0; index < WALLETS; index += 1) {
    const rank = expected.find((entry) => entry.wallet === wallet(index))?.rank ?? null;
    expect((await stats.statsOf(wallet(index))).rank).toBe(rank);
  }
}

const TIES = {
  sqlite: [
    'wallet_possible',
    'wallet_points_follow_the_ledger',
    'referral_rewarded_1',
    'referral_rewarded_2',
    'referral_proof_numbered_1',
    'referral_proof_numbered_2',
    'referral_possible_1',
    'referral_possible_2',
    'referral_final_once_proven',
    'referral_proof_stays',
  ],
  postgres: [
    'wallet_points_follow_the_ledger ON wallet',
    'referral_rewarded ON referral',
    'referral_proof_numbered ON referral',
    'referral_possible ON referral',
    'referral_final_once_proven ON referral',
    'referral_proof_stays ON referral',
  ],
};

/** The ranking holds for any points and any referrals, so here those need not make sense. */
async function untie(database: Database): Promise<void> {
  await database.writer.write(async (manager) => {
    for (const tie of TIES[databaseKind]) await manager.query(`DROP TRIGGER ${tie}`);
  });
}

async function clear(database: Database): Promise<void> {
  await database.writer.write(async (manager) => {
    await manager.query('DELETE FROM referral');
    await manager.query('DELETE FROM wallet');
    const rows = JOINED.map((number, index) => [number, wallet(index), NOW]);
    await insertRows(manager, 'wallet (joined_number, address, joined_at)', rows);
  });
}

async function apply(database: Database, model: Model[], changes: Change[]): Promise<void> {
  await database.writer.write(async (manager) => {
    for (const make of changes) {
      const made = make(model);
      if (made !== null) await manager.query(made.sql, made.parameters);
    }
  });
}

describe('rank and leaderboard', () => {
  test('always agree with a count by hand, whatever changes, ties included', async () => {
    await withDatabase(async (database) => {
      await untie(database);
      const run = async (changes: Change[], limit: number): Promise<void> => {
        await clear(database);
        const model = Array.from({ length: WALLETS }, () => ({
          points: 0,
          referrer: null,
          proven: false,
        }));
        await apply(database, model, changes);
        await expectAgreement(database, model, limit);
      };
      const changes = fc.array(change, { maxLength: 40 });
      await fc.assert(fc.asyncProperty(changes, fc.integer({ min: 1, max: 5 }), run), {
        numRuns: 100,
      });
    });
  });

  test('agree for somebody with 300 recruits', async () => {
    await withDatabase(async (database) => {
      const recruits = Array.from({ length: 300 }, (_, index) => wallet(index));
      await database.writer.write(async (manager) => {
        const wallets = [...recruits, wallet('top')].map((address) => [address, NOW]);
        await insertRows(manager, 'wallet (address, joined_at)', wallets);
        const referrals = recruits.map((recruit) => [recruit, wallet('top'), 'claimed', NOW]);
        await insertRows(manager, 'referral (recruit, referrer, status, claimed_at)', referrals);
        await manager.query(
          `UPDATE referral SET status = 'proven', proven_at = '${NOW}', message = 'm', signature = 's' WHERE recruit = '${wallet(0)}'`,
        );
      });
      const { checks } = await new Doctor(database, new Clock()).look();
      const names = RANKING_CHECKS.map(({ name }) => name);
      const faults = checks
        .filter(({ name }) => names.includes(name))
        .flatMap((check) => check.faults);
      expect(faults).toEqual([]);
    });
  });
});
