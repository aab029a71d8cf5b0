import type { Leaderboard, LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';
import {
  isCount,
  isReturns,
  isText,
  isTime,
  isWhole,
  listOf,
  orMissing,
  orNull,
  shapeOf,
} from '@/lib/shape';

/** Tells whether an answer is a board. */
export const isLeaderboard = shapeOf<Leaderboard>({
  entries: listOf(
    shapeOf<LeaderboardEntry>({
      rank: isCount,
      wallet: isText,
      recruits: isCount,
      provenRecruits: isCount,
      points: isWhole,
      pendingPoints: isCount,
      returns: orMissing(isReturns),
    }),
  ),
  total: isCount,
  next: orNull(isText),
  week: orMissing(
    shapeOf<NonNullable<Leaderboard['week']>>({
      name: isText,
      begins: isTime,
      ends: isTime,
      previous: isText,
    }),
  ),
});
