import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { weekOf } from '../../src/core/week.js';
import type { Database } from '../../src/database/database.js';
import { insertRows } from '../../src/ops/rows.js';
import type { LeaderboardEntry } from '../../src/leaderboard/leaderboard.schema.js';
import { LeaderboardService } from '../../src/leaderboard/leaderboard.service.js';
import { Doctor } from '../../src/ops/doctor/doctor.js';
import { ClaimTerm } from '../../src/referral/claim-term.js';
import { SettableClock } from '../support/settable-clock.js';
import { withDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';

const REFERRERS = 5;
const RECRUITS = 12;

/** The last moments of a week and the first of the next, and a week that another year numbers. */
const SIGNED = [
  '2026-11-22T23:59:59.999Z',
  '2026-11-23T00:00:00.000Z',
  '2026-11-29T23:59:59.999Z',
  '2027-01-03T12:00:00.000Z',
] as const;
const NOW = '2027-01-03T12:00:00.000Z';
const WEEKS = ['2026-W47', '2026-W48', '2026-W53'];

/** Everything that happens to referrals and referrers. */
interface Proof {
  readonly kind: 'prove';
  readonly recruit: number;
  readonly referrer: number;
  readonly signed: string;
  readonly isClaimed: boolean;
}
type Step =
  | Proof
  | { readonly kind: 'revoke' | 'unrevoke'; readonly recruit: number }
  | { readonly kind: 'ban' | 'unban'; readonly referrer: number };

const recruit = fc.nat({ max: RECRUITS - 1 });
const referrer = fc.nat({ max: REFERRERS - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('prove' as const),
      recruit,
      referrer,
      signed: fc.constantFrom(...SIGNED),
      isClaimed: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('revoke' as const, 'unrevoke' as const),
      recruit,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('ban' as const, 'unban' as const), referrer }),
  },
);

/** What counts: who brought each recruit, and when that was signed. */
interface Model {
  readonly proven: Map<number, { referrer: number; signed: string; revoked: boolean }>;
  readonly banned: Set<number>;
}

const boss = (index: number): string => wallet(`boss ${index}`);
const friend = (index: number): string => wallet(`friend ${index}`);

const ACT = 'INSERT INTO operator_action (action, subject, why, acted_at) VALUES ($1, $2, $3, $4)';
const CLAIM = `INSERT INTO referral (recruit, referrer, status, claimed_at) VALUES ($1, $2, 'claimed', $3)`;
const PROVE = `
UPDATE referral SET status = 'proven', proven_at = $2, message = $3, signature = 's' WHERE recruit = $1`;
const PROVE_AT_ONCE = `
INSERT INTO referral (recruit, referrer, status, claimed_at, proven_at, message, signature)
VALUES ($1, $2, 'proven', $3, $3, $4, 's')`;

/** Does the step where the rules allow it, in the database as in the model. */
async function take({ writer }: Database, { proven, banned }: Model, step: Step): Promise<void> {
  const run = (sql: string, ...values: string[]): Promise<void> =>
    writer.write((manager) => manager.query(sql, values));
  if ('referrer' in step && step.kind !== 'prove') {
    if (banned.has(step.referrer) === (step.kind === 'ban')) return;
    banned[step.kind === 'ban' ? 'add' : 'delete'](step.referrer);
    await run(ACT, step.kind, boss(step.referrer), 'why', NOW);
    return;
  }
  const known = proven.get(step.recruit);
  if (step.kind === 'prove') {
    const { recruit, referrer, signed, isClaimed } = step;
    if (known !== undefined || banned.has(referrer)) return;
    proven.set(recruit, { referrer, signed, revoked: false });
    const text = `a parody\nIssued At: ${signed}\nExpiration Time: later`;
    if (isClaimed) {
      await run(CLAIM, friend(recruit), boss(referrer), NOW);
      await run(PROVE, friend(recruit), NOW, text);
    } else {
      await run(PROVE_AT_ONCE, friend(recruit), boss(referrer), NOW, text);
    }
    return;
  }
  if (known === undefined || known.revoked === (step.kind === 'revoke')) return;
  known.revoked = step.kind === 'revoke';
  await run(ACT, step.kind, friend(step.recruit), 'why', NOW);
}

/** The board of a week by brute force. */
function expectedBoard({ proven, banned }: Model, week: string): LeaderboardEntry[] {
  return Array.from({ length: REFERRERS }, (_, index) => ({
    index,
    recruits: Array.from(proven.values()).filter(
      ({ referrer, signed, revoked }) =>
        referrer === index && !revoked && !banned.has(index) && weekOf(new Date(signed)) === week,
    ).length,
  }))
    .filter(({ recruits }) => recruits > 0)
    .sort((one, other) => other.recruits - one.recruits || one.index - other.index)
    .map(({ index, recruits }, position) => ({
      rank: position + 1,
      wallet: boss(index),
      recruits,
      provenRecruits: recruits,
      points: 1000 * recruits,
      pendingPoints: 0,
    }));
}

async function expectBoards(database: Database, model: Model): Promise<void> {
  const clock = new SettableClock(NOW);
  const term = new ClaimTerm(clock, { claimDays: 30 });
  const leaderboard = new LeaderboardService(database.reader, term, clock);
  for (const window of WEEKS) {
    const expected = expectedBoard(model, window);
    const first = await leaderboard.page({ window, limit: 2 });
    const rest =
      first.next === null
        ? null
        : await leaderboard.page({ window, limit: 100, cursor: first.next });
    expect([...first.entries, ...(rest?.entries ?? [])]).toEqual(expected);
    expect(first.total).toBe(expected.length);
    expect(first.week?.name).toBe(window);
    for (const entry of expected) {
      const around = await leaderboard.page({ window, limit: 1, around: entry.wallet });
      expect(around.entries).toEqual([entry]);
    }
  }
  const { week } = await leaderboard.page({ window: 'week', limit: 1 });
  expect(week?.name).toBe('2026-W53');
}

test('the board of a week has the recruits who signed in it, whatever is proven, revoked and banned', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      await withDatabase(async (database) => {
        const rows = [
          ...Array.from({ length: REFERRERS }, (_, index) => [boss(index), NOW]),
          ...Array.from({ length: RECRUITS }, (_, index) => [friend(index), NOW]),
        ];
        await database.writer.write((manager) =>
          insertRows(manager, 'wallet (address, joined_at)', rows),
        );
        const model: Model = { proven: new Map(), banned: new Set() };
        for (const each of steps) await take(database, model, each);
        await expectBoards(database, model);
        const { checks } = await new Doctor(database, new SettableClock(NOW)).look();
        const faults = checks.filter(({ name }) => /weeks|ranking/.test(name));
        expect(faults.flatMap((check) => check.faults)).toEqual([]);
      });
    }),
    { numRuns: 12 },
  );
});
