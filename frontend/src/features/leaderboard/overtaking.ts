import type { LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';
import { POINTS_PER_RECRUIT } from '@/config/points';

type Standing = Pick<LeaderboardEntry, 'points' | 'recruits'>;

/**
 * How many proven recruits, at least 1, bring somebody past who stands above: the board goes by points, and where these
 * are equal by recruits. Who came first is not known here, so that a draw in both does not count.
 */
export function recruitsToPass(own: Standing, above: Standing): number {
  const toDraw = Math.max(0, Math.ceil((above.points - own.points) / POINTS_PER_RECRUIT));
  const isPast =
    own.points + toDraw * POINTS_PER_RECRUIT > above.points ||
    own.recruits + toDraw > above.recruits;
  return isPast && toDraw > 0 ? toDraw : toDraw + 1;
}
