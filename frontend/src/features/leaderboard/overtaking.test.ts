import { expect, test } from '@jest/globals';
import { recruitsToPass } from './leaderboard-card';

test.each([
  ['who is less than a recruit ahead', 1_000, 1_900, 1],
  ['who is a recruit ahead, since a draw is not enough', 1_000, 2_000, 2],
  ['who has as many points, and is ahead for another reason', 1_000, 1_000, 1],
  ['who is far ahead', 1_100, 12_300, 12],
  ['who has fallen behind meanwhile', 3_000, 1_000, 1],
])('says how many recruits it takes to pass %s', (_who, points, above, recruits) => {
  expect(recruitsToPass(points, above)).toBe(recruits);
});
