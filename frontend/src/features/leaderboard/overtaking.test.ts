import { expect, test } from '@jest/globals';
import { recruitsToPass } from './leaderboard-card';

test.each([
  ['is 900 points ahead', 1_000, 1_900, 1],
  ['is 1,000 points ahead', 1_000, 2_000, 2],
  ['has the same points', 1_000, 1_000, 1],
  ['is 11,200 points ahead', 1_100, 12_300, 12],
  ['has fallen behind the visitor', 3_000, 1_000, 1],
])(
  'recruitsToPass returns how many proven recruits, at least 1, it takes to pass a wallet that %s',
  (_who, points, above, recruits) => {
    expect(recruitsToPass(points, above)).toBe(recruits);
  },
);
