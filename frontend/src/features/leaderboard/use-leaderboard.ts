import useSWR from 'swr';
import type { Leaderboard } from '@backend/leaderboard/leaderboard.schema';
import { toQuery, type Query } from '@/lib/query';

/** Query key of the top ten. */
export const LEADERBOARD = '/api/leaderboard';

/** The ten best pyramid builders. */
export function useLeaderboard(): Query<Leaderboard> {
  return toQuery(useSWR<Leaderboard, Error>(LEADERBOARD));
}
