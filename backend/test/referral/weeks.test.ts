import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { weekOf } from '../../src/core/week.js';
import type { Database } from '../../src/database/database.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { recordClaims } from '../../src/referral/claims.js';
import { prove } from '../../src/referral/record.js';
import { insertRows } from '../support/data/insert-many.js';
import type { LeaderboardEntry } from '../../src/leaderboard/leaderboard.schema.js';
import type { Clock } from '../../src/core/clock.js';
import { LeaderboardRepository } from '../../src/leaderboard/leaderboard.repository.js';
import { LeaderboardService } from '../../src/leaderboard/leaderboard.service.js';
import { Doctor } from '../../src/doctor/doctor.js';
import { ClaimTerm } from '../../src/referral/claim-term.js';
import { ReferralStatsRepository } from '../../src/referral-stats/referral-stats.repository.js';
import { ReferralStatsService } from '../../src/referral-stats/referral-stats.service.js';
import { Settings } from '../../src/settings.js';
import { SettableClock } from '../support/settable-clock.js';
import { withDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';
import { select } from '../../src/database/reader.js';

const REFERRERS = 5;
const RECRUITS = 12;

/**
 * Times of the steps: before and after the end of a week, before and after the board of that week becomes final, and
 * later.
 */
const TIMES = [
  '2026-11-20T12:00:00.000Z',
  '2026-11-22T23:59:59.999Z',
  '2026-11-23T00:00:00.000Z',
  '2026-11-23T00:05:59.999Z',
  '2026-11-23T00:06:00.000Z',
  '2026-11-29T23:59:59.999Z',
  '2027-01-03T12:00:00.000Z',
] as const;
const NOW = '2027-01-03T12:00:00.000Z';
const WEEKS = ['2026-W47', '2026-W48', '2026-W53'];

/** Time from the end of a week until its board is final, in ms. */
const FINAL_AFTER_MS = 360_000;

interface Proof {
  readonly kind: 'prove';
  readonly recruit: number;
  readonly referrer: number;
  /** True if a claim for the same referrer precedes the proof. */
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

interface Model {
  readonly proven: Map<number, { readonly referrer: number; readonly signed: string }>;
  readonly actions: { readonly kind: string; readonly subject: string; readonly week: string }[];
}

/** @param until a week, to ignore actions after its board became final; `now` to ignore none */
function lastAction({ actions }: Model, kinds: string[], subject: string, until = 'now') {
  return actions.findLast(
    (action) =>
      action.subject === subject &&
      kinds.includes(action.kind) &&
      (until === 'now' || action.week <= until),
  )?.kind;
}

const isBanned = (model: Model, referrer: number, until?: string): boolean =>
  lastAction(model, ['ban', 'unban'], boss(referrer), until) === 'ban';

const isRevoked = (model: Model, recruit: number, until?: string): boolean =>
  lastAction(model, ['revoke', 'unrevoke'], friend(recruit), until) === 'revoke';

const boss = (index: number): string => wallet(`boss ${index}`);
const friend = (index: number): string => wallet(`friend ${index}`);

async function take(
  { writer }: Database,
  model: Model,
  step: Step,
  clock: SettableClock,
): Promise<void> {
  const now = clock.now();
  const doAct = async (kind: Exclude<Step['kind'], 'prove'>, subject: string): Promise<void> => {
    const week = weekOf(new Date(now.getTime() - FINAL_AFTER_MS));
    model.actions.push({ kind, subject, week });
    await new ModerationService(writer, clock)[kind](subject, 'why');
  };
  if (!('recruit' in step)) {
    if (isBanned(model, step.referrer) !== (step.kind === 'ban'))
      await doAct(step.kind, boss(step.referrer));
    return;
  }
  const known = model.proven.get(step.recruit);
  if (step.kind === 'prove') {
    const { recruit, referrer, isClaimed } = step;
    if (known !== undefined || isBanned(model, referrer)) return;
    const signed = now.toISOString();
    model.proven.set(recruit, { referrer, signed });
    const edge = { referrer: boss(referrer), recruit: friend(recruit) };
    const message = `a parody\nIssued At: ${signed}\nExpiration Time: later`;
    await writer.write(async (manager) => {
      if (isClaimed) await recordClaims(manager, [edge], now, '');
      await prove(manager, { ...edge, message, signature: 's' }, now);
    });
    return;
  }
  if (known === undefined || isRevoked(model, step.recruit) === (step.kind === 'revoke')) return;
  await doAct(step.kind, friend(step.recruit));
}

function expectedBoard(model: Model, week: string): LeaderboardEntry[] {
  return Array.from({ length: REFERRERS }, (_, index) => ({
    index,
    recruits: Array.from(model.proven).filter(
      ([recruit, { referrer, signed }]) =>
        referrer === index &&
        weekOf(new Date(signed)) === week &&
        !isBanned(model, index, week) &&
        !isRevoked(model, recruit, week),
    ).length,
  }))
    .filter(({ recruits }) => recruits > 0)
    .sort((one, other) => other.recruits - one.recruits || one.index - other.index)
    .map(({ index, recruits }, _position, board) => ({
      rank: 1 + board.filter((other) => other.recruits > recruits).length,
      wallet: boss(index),
      recruits,
      provenRecruits: recruits,
      points: 1000 * recruits,
      pendingPoints: 0,
    }));
}

function leaderboardOf(
  { reading, costlyReading }: Database,
  term: ClaimTerm,
  clock: Clock,
): LeaderboardService {
  const board = new LeaderboardRepository(reading.manager, costlyReading.manager);
  return new LeaderboardService(board, term, clock);
}

async function expectBoards(database: Database, model: Model): Promise<void> {
  const clock = new SettableClock(NOW);
  const term = new ClaimTerm(clock, new Settings({}));
  const leaderboard = leaderboardOf(database, term, clock);
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

const rankRow = z.object({ wallet: z.string(), rank: z.int(), points: z.int() });

const RANKS = `
SELECT address AS wallet, points, rank() OVER (ORDER BY points DESC) AS rank
FROM (
  SELECT address, joined_number, (SELECT count(*) FROM referral WHERE referrer = address) AS recruits,
    (SELECT sum(points) FROM ledger_entry WHERE wallet = address) AS points
  FROM wallet
  WHERE EXISTS (SELECT 1 FROM referral WHERE referrer = address AND status = 'proven') AND (
    SELECT action FROM audit_log WHERE subject = address ORDER BY number DESC LIMIT 1) IS DISTINCT FROM 'ban') AS ranked
ORDER BY points DESC, recruits DESC, joined_number`;

async function expectRanks(database: Database): Promise<void> {
  const { reading } = database;
  const clock = new SettableClock(NOW);
  const term = new ClaimTerm(clock, new Settings({}));
  const leaderboard = leaderboardOf(database, term, clock);
  const stats = new ReferralStatsService(new ReferralStatsRepository(reading.manager), clock, term);
  const expected = await select(reading, rankRow, RANKS);
  const found: z.infer<typeof rankRow>[] = [];
  for (let cursor: string | undefined, isEnd = false; !isEnd;) {
    const { entries, next, total } = await leaderboard.page({ window: 'all', limit: 2, cursor });
    expect(total).toBe(expected.length);
    found.push(
      ...entries.map(({ wallet: address, rank, points }) => ({ wallet: address, rank, points })),
    );
    cursor = next ?? undefined;
    isEnd = next === null;
  }
  expect(found).toEqual(expected);
  for (let index = 0; index < REFERRERS; index += 1) {
    const rank = expected.find((row) => row.wallet === boss(index))?.rank ?? null;
    expect((await stats.statsOf(boss(index))).rank).toBe(rank);
  }
}

test('after random proofs and actions, weekly boards match a model, and the all-time board matches SQL’s rank()', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      await withDatabase(async (database) => {
        const rows = [
          ...Array.from({ length: REFERRERS }, (_, index) => [boss(index), TIMES[0]]),
          ...Array.from({ length: RECRUITS }, (_, index) => [friend(index), TIMES[0]]),
        ];
        await database.writer.write((manager) =>
          insertRows(manager, 'wallet (address, joined_at)', rows),
        );
        const model: Model = { proven: new Map(), actions: [] };
        const clock = new SettableClock(TIMES[0]);
        for (const [index, each] of steps.entries()) {
          clock.set(TIMES[Math.floor((index * TIMES.length) / steps.length)] ?? NOW);
          await take(database, model, each, clock);
        }
        await expectBoards(database, model);
        await expectRanks(database);
        const { checks } = await new Doctor(database, new SettableClock(NOW)).look();
        const faults = checks.filter(({ name }) => /weeks|by points/.test(name));
        expect(faults.flatMap((check) => check.faults)).toEqual([]);
      });
    }),
    { numRuns: 12 },
  );
});
