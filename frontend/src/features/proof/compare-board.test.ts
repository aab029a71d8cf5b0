import { describe, expect, it } from '@jest/globals';
import type { LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';
import { compareBoard } from './recompute-board';

function entry(rank: number, provenRecruits: number): LeaderboardEntry {
  return {
    rank,
    wallet: `builder ${rank}`,
    recruits: provenRecruits + 2,
    provenRecruits,
    points: provenRecruits * 1_000 + 100,
    pendingPoints: 2_000,
  };
}

const counted = {
  recruitsOf: (wallet: string) => (wallet === 'builder 1' ? 7 : 4),
};

function results(entries: readonly LeaderboardEntry[], complete: boolean): string[] {
  return compareBoard(entries, counted, complete).map(({ result }) => result);
}

describe('a row of the board', () => {
  it('agrees when its proven recruits equal the count, regardless of claims and check-ins', () => {
    expect(results([entry(1, 7), entry(2, 4)], true)).toEqual(['agrees', 'agrees']);
  });

  it('differs when the count is lower or higher', () => {
    expect(results([entry(1, 8), entry(2, 3)], true)).toEqual(['differs', 'differs']);
  });

  it('is undecided until the log is read to its end, since a later ban lowers the count', () => {
    expect(results([entry(1, 8), entry(2, 3)], false)).toEqual(['undecided', 'undecided']);
  });
});
