import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { levelsUntilBeyond, POPULATIONS, shareWithNobodyBelow } from './closed-form';

const each = fc.integer({ min: 2, max: 12 });
const population = fc.integer({ min: 1, max: 3_000 });

/** Simulates a pyramid, and returns the level of each recruit who has nobody below. */
function recruitEverybody(people: number, wanted: number): number[] {
  const recruitsOf = [0];
  const levelOf = [0];
  let recruiter = 0;
  for (let recruited = 0; recruited < people; recruited += 1) {
    if (recruitsOf[recruiter] === wanted) recruiter += 1;
    recruitsOf[recruiter] = (recruitsOf[recruiter] ?? 0) + 1;
    levelOf.push((levelOf[recruiter] ?? 0) + 1);
    recruitsOf.push(0);
  }
  return levelOf.filter((level, person) => level > 0 && recruitsOf[person] === 0);
}

describe('a pyramid', () => {
  test.each([
    [2, [28, 29, 32]],
    [5, [13, 13, 15]],
    [10, [9, 9, 10]],
  ])('with %i recruits per person exceeds the three populations on levels %j', (n, used) => {
    expect(POPULATIONS.map(({ people }) => levelsUntilBeyond(people, n).length)).toEqual(used);
  });

  test('with five recruits per person has 7,629,394,530 recruits on 14 levels', () => {
    const levels = levelsUntilBeyond(8_200_000_000, 5);
    expect(levels[13]).toEqual({ level: 14, joining: 6_103_515_625, total: 7_629_394_530 });
  });

  test('exceeds the population only on the last level', () => {
    fc.assert(
      fc.property(population, each, (people, n) => {
        const totals = levelsUntilBeyond(people, n).map(({ total }) => total);
        expect(totals.pop()).toBeGreaterThan(people);
        for (const total of totals) expect(total).toBeLessThanOrEqual(people);
      }),
    );
  });

  test('has the share of people without recruits that a simulation finds', () => {
    fc.assert(
      fc.property(population, each, (people, n) => {
        const levels = recruitEverybody(people, n);
        expect(shareWithNobodyBelow(people, n)).toBeCloseTo(levels.length / people, 10);
        expect(Math.max(...levels) - Math.min(...levels)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
