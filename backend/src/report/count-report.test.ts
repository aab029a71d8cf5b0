import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ReportCount, type WalletFacts } from './count-report.js';
import { MAX_LEVELS, type Report } from './report.schema.js';

const NOW = new Date('2026-11-26T12:00:00.000Z');

type Counted = Omit<Report, 'at'>;

const UNKNOWN: WalletFacts = {
  number: 0,
  joinedOn: 20_261_126,
  points: 0,
  referrer: 0,
  provenIn: 0,
  claimedOn: 0,
};

function proven(number: number, referrer: number, points = 0): WalletFacts {
  return { ...UNKNOWN, number, referrer, points, provenIn: 202_648 };
}

function count(wallets: readonly WalletFacts[]): Counted {
  const sorted = [...wallets].sort((one, other) => one.number - other.number);
  const counting = new ReportCount(NOW);
  for (const { number, joinedOn, points, referrer, provenIn, claimedOn } of sorted) {
    counting.add(Uint32Array.of(number, joinedOn, points, referrer, provenIn, claimedOn));
  }
  const steps = counting.finish();
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

function countSlowly(wallets: readonly WalletFacts[]) {
  const referrerOf = new Map(
    wallets.flatMap(({ number, referrer }) => (referrer === 0 ? [] : [[number, referrer]])),
  );
  const members = new Set([...referrerOf.keys(), ...referrerOf.values()]);
  const ancestorsOf = (wallet: number): number[] => {
    const referrer = referrerOf.get(wallet);
    return referrer === undefined ? [] : [referrer, ...ancestorsOf(referrer)];
  };
  // Each coin is cut into 2 ^ 40 parts, so that the halves of 40 levels are whole numbers.
  const coin = 2 ** 40;
  const kept = new Map<number, number>();
  for (const recruit of referrerOf.keys()) {
    let left = coin;
    for (const holder of ancestorsOf(recruit)) {
      const keeps = referrerOf.has(holder) ? left / 2 : left;
      kept.set(holder, (kept.get(holder) ?? 0) + keeps);
      left -= keeps;
    }
  }
  const keptBy = (wallet: number): number => kept.get(wallet) ?? 0;
  const gains = [...members].map((wallet) => keptBy(wallet) - (referrerOf.has(wallet) ? coin : 0));
  const depths = [...members].map((wallet) => ancestorsOf(wallet).length);
  const holdings = wallets
    .filter(({ number, points }) => members.has(number) || points > 0)
    .map(({ points }) => points)
    .sort((one, other) => other - one);
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  return {
    levels: Array.from({ length: Math.max(-1, ...depths) + 1 }, (_, depth) => {
      const level = [...members].filter((wallet) => ancestorsOf(wallet).length === depth);
      const hasRecruited = (wallet: number) => [...referrerOf.values()].includes(wallet);
      return {
        wallets: level.length,
        recruitedNobody: level.filter((wallet) => !hasRecruited(wallet)).length,
      };
    }),
    points: {
      wallets: holdings.length,
      total: sum(holdings),
      topPercent: sum(holdings.slice(0, Math.ceil(holdings.length / 100))),
      topTenPercent: sum(holdings.slice(0, Math.ceil(holdings.length / 10))),
    },
    payout: {
      paid: referrerOf.size,
      lost: [...referrerOf.keys()].filter((wallet) => keptBy(wallet) < coin).length,
      most: Math.round((Math.max(0, ...gains) / coin) * 100) / 100,
    },
  };
}

/** Random wallets, each recruited by an earlier one or by nobody. Their numbers are random, too. */
const pyramids = fc
  .array(
    fc.record({
      referrer: fc.oneof(fc.constant(null), fc.nat()),
      points: fc.oneof(
        fc.constant(0),
        fc.nat(50).map((days) => days * 100),
      ),
    }),
    { maxLength: 40 },
  )
  .chain((wallets) =>
    fc.record({
      wallets: fc.constant(wallets),
      numbers: fc.uniqueArray(fc.integer({ min: 1, max: 4_294_967_295 }), {
        minLength: wallets.length,
        maxLength: wallets.length,
      }),
    }),
  )
  .map(({ wallets, numbers }) =>
    wallets.map(({ referrer, points }, index) =>
      proven(
        numbers[index] ?? 0,
        referrer === null || index === 0 ? 0 : (numbers[referrer % index] ?? 0),
        points,
      ),
    ),
  );

test('the report counts levels, points and payout of random pyramids like a slow, simple count', () => {
  fc.assert(
    fc.property(pyramids, (wallets) => {
      expect(count(wallets)).toMatchObject(countSlowly(wallets));
    }),
    { numRuns: 1_000 },
  );
});

describe('the pyramid in which F recruited A and B, A recruited C and D, and C recruited E', () => {
  const [f, a, b, c, d, e] = [1, 2, 3, 4, 5, 6];
  const recruits = [proven(a, f), proven(b, f), proven(c, a), proven(d, a), proven(e, c)];

  test('has four levels; four of five recruits would have lost, and the greatest gain would have been 3.25 coins', () => {
    const { levels, payout } = count([{ ...UNKNOWN, number: f }, ...recruits]);
    expect(payout).toEqual({ paid: 5, lost: 4, most: 3.25 });
    expect(levels).toEqual([
      { wallets: 1, recruitedNobody: 0 },
      { wallets: 2, recruitedNobody: 1 },
      { wallets: 2, recruitedNobody: 1 },
      { wallets: 1, recruitedNobody: 1 },
    ]);
  });
});

test('an empty site has 13 weeks, and no wallets, levels, points or payout', () => {
  const { weeks, ...rest } = count([]);
  expect(weeks).toHaveLength(13);
  expect(weeks[0]).toEqual({ begins: '2026-08-31', wallets: 0, proven: 0, claimed: 0 });
  expect(weeks[12]).toEqual({ begins: '2026-11-23', wallets: 0, proven: 0, claimed: 0 });
  expect(rest).toEqual({
    wallets: 0,
    claimed: 0,
    levels: [],
    points: { wallets: 0, total: 0, topPercent: 0, topTenPercent: 0 },
    payout: { paid: 0, lost: 0, most: 0 },
  });
});

test('a week counts its wallets, proofs and claims; the totals also count older wallets and claims', () => {
  const { weeks, wallets, claimed } = count([
    { ...UNKNOWN, number: 1, joinedOn: 20_260_830 },
    { ...proven(2, 1), joinedOn: 20_260_831, provenIn: 202_636 },
    { ...UNKNOWN, number: 3, joinedOn: 20_261_123, claimedOn: 20_261_126 },
    { ...UNKNOWN, number: 4, joinedOn: 20_261_122, claimedOn: 20_260_830 },
    { ...proven(5, 1), joinedOn: 0 },
  ]);
  expect(weeks.filter((week) => week.wallets + week.proven + week.claimed > 0)).toEqual([
    { begins: '2026-08-31', wallets: 1, proven: 1, claimed: 0 },
    { begins: '2026-11-16', wallets: 1, proven: 0, claimed: 0 },
    { begins: '2026-11-23', wallets: 1, proven: 1, claimed: 1 },
  ]);
  expect([wallets, claimed]).toEqual([4, 2]);
});

test('in a long chain, every recruit loses, nobody gains more than 2 coins, and the last level includes all wallets below it', () => {
  const length = 2 * MAX_LEVELS;
  const chain = Array.from({ length }, (_, index) => proven(index + 1, index));
  const { payout, levels } = count(chain);
  expect(payout).toEqual({ paid: length - 1, lost: length - 1, most: 2 });
  expect(levels).toHaveLength(MAX_LEVELS);
  expect(levels.at(-1)).toEqual({ wallets: length - MAX_LEVELS + 1, recruitedNobody: 1 });
});

test('the top 1 % of 700 wallets are 7 wallets', () => {
  const wallets = Array.from({ length: 700 }, (_, index) => ({
    ...UNKNOWN,
    number: index + 1,
    points: 100,
  }));
  expect(count(wallets).points).toEqual({
    wallets: 700,
    total: 70_000,
    topPercent: 700,
    topTenPercent: 7_000,
  });
});

test('a cycle is left out of levels and payout', () => {
  const { payout, levels } = count([proven(1, 2), proven(2, 1), proven(3, 4), proven(4, 0)]);
  expect(payout.paid).toBe(1);
  expect(levels.map(({ wallets }) => wallets)).toEqual([1, 1]);
});

test('a count of 300,000 wallets yields more than 30 times', () => {
  const size = 300_000;
  const facts = Uint32Array.from({ length: size * 6 }, (_, index) => {
    const wallet = Math.floor(index / 6) + 1;
    return [wallet, 20_261_126, 100, wallet >> 1, 202_648, 0][index % 6] ?? 0;
  });
  let yields = 0;
  const count = new ReportCount(NOW);
  count.add(facts);
  for (const counting = count.finish(); counting.next().done !== true;) yields += 1;
  expect(yields).toBeGreaterThan(size / 10_000);
});
