import { describe, expect, test } from '@jest/globals';
import { standingOf } from './levels';

describe('the level of a wallet', () => {
  test('is Bronze Dreamer for a wallet with nothing, with 60 % progress to Silver Schemer', () => {
    const { level, next, progress } = standingOf({ shares: 0, provenRecruits: 0 });
    expect([level.name, next?.name, progress]).toEqual(['Bronze Dreamer', 'Silver Schemer', 60]);
  });

  test.each([
    ['Silver Schemer', 1_001, 3],
    ['Gold Guru', 10_001, 6],
    ['Platinum Prophet', 50_001, 11],
    ['Diamond Dynamo', 100_001, 21],
  ])(
    'is %s with %i shares and %i proven recruits, but not with one fewer of either',
    (name, shares, provenRecruits) => {
      expect(standingOf({ shares, provenRecruits }).level.name).toBe(name);
      expect(standingOf({ shares: shares - 1, provenRecruits }).level.name).not.toBe(name);
      expect(standingOf({ shares, provenRecruits: provenRecruits - 1 }).level.name).not.toBe(name);
    },
  );
});

describe('progress to the next level', () => {
  test('is the smaller of the progress in shares and in recruits', () => {
    const silver = { shares: 1_001 + 4_500, provenRecruits: 3 };
    expect(standingOf({ ...silver, provenRecruits: 4 }).progress).toBeCloseTo(60 + 40 / 3);
    expect(standingOf({ ...silver, provenRecruits: 5 }).progress).toBeCloseTo(80);
  });

  test('is full at the highest level, which has no next level', () => {
    const { next, progress } = standingOf({ shares: 100_001, provenRecruits: 21 });
    expect([next, progress]).toEqual([null, 100]);
  });

  test('stays between 60 and 100', () => {
    for (const shares of [0, 999.999, 1_000, 9_999, 50_000, 1e12]) {
      for (const provenRecruits of [0, 2, 5, 20, 1e6]) {
        const { progress } = standingOf({ shares, provenRecruits });
        expect(progress).toBeGreaterThanOrEqual(60);
        expect(progress).toBeLessThanOrEqual(100);
      }
    }
  });
});
