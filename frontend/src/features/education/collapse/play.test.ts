import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { HUMANITY, levelsUntilBeyond } from './closed-form';
import { playCollapse } from './play';
import { EACH, ONE_IN } from './wager';

const each = fc.integer(EACH);
const oneIn = fc.constantFrom(...ONE_IN);
const seed = fc.nat(2 ** 32 - 1);

test('where nobody says no, a pyramid ends where the closed form has it end, whatever the seed', () => {
  fc.assert(
    fc.property(each, seed, (n, any) => {
      const closed = levelsUntilBeyond(HUMANITY.people, n);
      const { levels, endsOn, recruits } = playCollapse({
        each: n,
        oneIn: 1,
        founded: [],
        seed: any,
      });
      expect(endsOn).toBe(closed.length);
      expect(levels.slice(0, endsOn - 1)).toEqual(closed.slice(0, -1));
      expect(recruits).toBe(HUMANITY.people);
    }),
  );
});

test('one that does not die young ends within a level of the closed form for those who say yes', () => {
  fc.assert(
    fc.property(each, oneIn, seed, (n, k, any) => {
      const { endsOn, everybodyAsked } = playCollapse({
        each: n,
        oneIn: k,
        founded: [200],
        seed: any,
      });
      if (!everybodyAsked) return;
      const levelsAfter200 = Math.log((HUMANITY.people * (n - 1)) / (200 * k)) / Math.log(n);
      expect(Math.abs(endsOn - 1 - levelsAfter200)).toBeLessThan(1.5);
    }),
  );
});

test('nobody is recruited twice, and as many say yes as say so on average', () => {
  fc.assert(
    fc.property(each, oneIn, seed, (n, k, any) => {
      const { levels, recruits, everybodyAsked } = playCollapse({
        each: n,
        oneIn: k,
        founded: [],
        seed: any,
      });
      expect(recruits).toBe(levels.reduce((sum, { joining }) => sum + joining, 0));
      expect(recruits).toBeLessThanOrEqual(HUMANITY.people);
      if (everybodyAsked) expect(recruits / (HUMANITY.people / k)).toBeCloseTo(1, 2);
    }),
  );
});

test('those who lost are the last two levels: with five recruits each, about four of five', () => {
  const { levels, lost, recruits } = playCollapse({ each: 5, oneIn: 1, founded: [], seed: 1 });
  expect(lost).toBeCloseTo((6_103_515_625 + 570_605_470) / 8_200_000_000, 10);
  expect(levels.slice(-2).map(({ joining }) => joining)).toEqual([6_103_515_625, 570_605_470]);
  expect(recruits).toBe(8_200_000_000);
});

test('the same seed brings the same collapse, and another one another', () => {
  const choices = { each: 3, oneIn: 10, founded: [] };
  const played = (any: number) => playCollapse({ ...choices, seed: any });
  expect(played(42)).toEqual(played(42));
  expect(played(42).levels).not.toEqual(played(43).levels);
});

test('a pyramid that stands already keeps its levels and goes on beneath them', () => {
  const { levels } = playCollapse({ each: 4, oneIn: 1, founded: [7, 18], seed: 1 });
  expect(levels.slice(0, 3).map(({ joining }) => joining)).toEqual([7, 18, 72]);
});

test('where everybody says no at once, nobody has lost', () => {
  const founder = { each: 2, oneIn: 100, founded: [] };
  const dull = Array.from({ length: 200 }, (_, any) =>
    playCollapse({ ...founder, seed: any }),
  ).find(({ recruits }) => recruits === 0);
  expect(dull).toEqual({ levels: [], endsOn: 1, everybodyAsked: false, recruits: 0, lost: 0 });
});
