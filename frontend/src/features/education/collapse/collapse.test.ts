import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dayAt, playCollapse, termsOfDay } from './collapse';
import { HUMANITY } from './humanity';

const each = fc.integer({ min: 2, max: 12 });
const oneIn = fc.constantFrom(1, 2, 5, 10, 20, 50, 100);
const seed = fc.nat(2 ** 32 - 1);

const DAYS = 400;

const endings = Array.from(
  { length: DAYS },
  (_, index) => playCollapse(termsOfDay(index + 1)).endsOn,
);

test('in any 60 consecutive days of the first 400, collapses end on 8 or more different levels, at most 20 times on each', () => {
  for (let first = 0; first + 60 <= DAYS; first += 1) {
    const days = endings.slice(first, first + 60);
    const counts = [...new Set(days)].map((level) => days.filter((end) => end === level).length);
    expect(counts.length).toBeGreaterThanOrEqual(8);
    expect(Math.max(...counts)).toBeLessThanOrEqual(20);
  }
});

test('on each of the first 60 days, the terms are 2 to 5 recruits per person, and everybody is asked', () => {
  for (let day = 1; day <= 60; day += 1) {
    const terms = termsOfDay(day);
    expect(terms).toEqual(termsOfDay(day));
    expect([2, 3, 4, 5]).toContain(terms.each);
    expect([5, 10, 20, 50, 100]).toContain(terms.oneIn);
    expect(playCollapse(terms).everybodyAsked).toBe(true);
  }
});

test('the terms of days 1 and 47 stay as they are, since shared links depend on them', () => {
  expect(termsOfDay(1)).toMatchInlineSnapshot(`
   {
     "each": 3,
     "oneIn": 100,
     "seed": 2654435761,
   }
  `);
  expect(termsOfDay(47)).toMatchInlineSnapshot(`
   {
     "each": 3,
     "oneIn": 10,
     "seed": 204429183,
   }
  `);
});

test.each([
  ['2026-01-01T00:00:00.000Z', 1],
  ['2026-02-16T23:59:59.999Z', 47],
  ['2026-02-17T00:00:00.000Z', 48],
  ['1970-01-01T00:00:00.000Z', 1],
])('%s counts as day %i', (time, day) => {
  expect(dayAt(Date.parse(time))).toBe(day);
});

test('if everybody accepts, each level is full until no people are left, for any seed', () => {
  fc.assert(
    fc.property(each, seed, (n, any) => {
      const { levels, recruits } = playCollapse({ each: n, oneIn: 1, seed: any });
      const full = levels.slice(0, -1);
      expect(full.map(({ joining }) => joining)).toEqual(full.map(({ level }) => n ** level));
      expect(levels.at(-1)?.joining).toBeLessThan(n ** levels.length);
      expect(recruits).toBe(HUMANITY.people);
    }),
  );
});

test('a collapse recruits no more people than are alive, and about the expected share of them if everybody is asked', () => {
  fc.assert(
    fc.property(each, oneIn, seed, (n, k, any) => {
      const { levels, recruits, everybodyAsked } = playCollapse({
        each: n,
        oneIn: k,
        seed: any,
      });
      expect(recruits).toBe(levels.reduce((sum, { joining }) => sum + joining, 0));
      expect(recruits).toBeLessThanOrEqual(HUMANITY.people);
      if (everybodyAsked) expect(recruits / (HUMANITY.people / k)).toBeCloseTo(1, 2);
    }),
  );
});

test('if everybody recruits five, about four of five people are on the last two levels and lose', () => {
  const { levels, lost, recruits } = playCollapse({ each: 5, oneIn: 1, seed: 1 });
  expect(lost).toBeCloseTo((6_103_515_625 + 570_605_470) / 8_200_000_000, 10);
  expect(levels.slice(-2).map(({ joining }) => joining)).toEqual([6_103_515_625, 570_605_470]);
  expect(recruits).toBe(8_200_000_000);
});

test('the same seed gives the same collapse, and another seed gives a different one', () => {
  const choices = { each: 3, oneIn: 10 };
  const played = (any: number) => playCollapse({ ...choices, seed: any });
  expect(played(42)).toEqual(played(42));
  expect(played(42).levels).not.toEqual(played(43).levels);
});

test('nobody loses if everybody declines', () => {
  const founder = { each: 2, oneIn: 100 };
  const dull = Array.from({ length: 200 }, (_, any) =>
    playCollapse({ ...founder, seed: any }),
  ).find(({ recruits }) => recruits === 0);
  expect(dull).toEqual({ levels: [], endsOn: 1, everybodyAsked: false, recruits: 0, lost: 0 });
});
