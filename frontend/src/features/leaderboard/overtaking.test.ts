import { expect, test } from '@jest/globals';
import { recruitsToPass } from './overtaking';

test.each([
  ['who is less than a recruit ahead', [1_000, 1], [1_900, 1], 1],
  ['who is a recruit ahead, and would have as many', [1_000, 1], [2_000, 2], 2],
  ['who is a recruit ahead, and has fewer of them', [1_000, 3], [2_000, 2], 1],
  ['who is as good and came first', [1_000, 1], [1_000, 1], 1],
  ['who has as many points and more recruits', [1_000, 1], [1_000, 40], 1],
  ['who is far ahead', [1_100, 1], [12_300, 9], 12],
] as const)('it takes recruits to pass %s', (_who, own, above, recruits) => {
  const [points, count] = own;
  const [abovePoints, aboveCount] = above;
  expect(
    recruitsToPass({ points, recruits: count }, { points: abovePoints, recruits: aboveCount }),
  ).toBe(recruits);
});
