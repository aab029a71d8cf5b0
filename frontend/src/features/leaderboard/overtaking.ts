import type { LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';
import { POINTS_PER_RECRUIT } from '@/config/points';

type Standing = Pick<LeaderboardEntry, 'points'>;

/**
 * How many proven recruits, at least 1, bring somebody past who stands above, whatever else is the same: with as many
 * points it would depend on recruits, some of whom may be pending, and on who came first.
 */
export function recruitsToPass(own: Standing, above: Standing): number {
  return Math.max(1, Math.floor((above.points - own.points) / POINTS_PER_RECRUIT) + 1);
}
