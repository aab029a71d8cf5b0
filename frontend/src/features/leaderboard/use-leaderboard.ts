import useSWR from 'swr';
import type { Leaderboard } from '@backend/leaderboard/leaderboard.schema';
import { toQuery, type Query } from '@/lib/query';

/** Query key of the top ten. */
export const LEADERBOARD = '/api/leaderboard';

/** Two above, the visitor, and two below. */
const NEIGHBOURS = 5;

/** Query key of who stands around a wallet. */
export function neighboursOf(wallet: string): string {
  return `${LEADERBOARD}?around=${encodeURIComponent(wallet)}&limit=${NEIGHBOURS}`;
}

/** Who stands around a wallet. Asks nothing for none. */
export function useNeighbours(wallet: string | null): Query<Leaderboard> {
  return toQuery(useSWR<Leaderboard, Error>(wallet === null ? null : neighboursOf(wallet)));
}

/** The ten best pyramid builders. */
export function useLeaderboard(): Query<Leaderboard> {
  return toQuery(useSWR<Leaderboard, Error>(LEADERBOARD));
}
