import useSWR from 'swr';
import type { Leaderboard } from '@backend/leaderboard/leaderboard.schema';
import { toQuery, type Query } from '@/lib/query';

/** Query key of the top ten. */
export const LEADERBOARD = '/api/leaderboard';

/** Query key of the top ten of a week, by its name, or of this week. */
export function boardOfWeek(week = 'week'): string {
  return `${LEADERBOARD}?window=${week}`;
}

/** Query key of the place of a wallet this week. */
export function placeInWeek(wallet: string): string {
  return `${boardOfWeek()}&around=${encodeURIComponent(wallet)}&limit=1`;
}

/** Two above, the visitor, and two below. */
const NEIGHBOURS = 5;

/** Query key of who stands around a wallet. */
export function neighboursOf(wallet: string): string {
  return `${LEADERBOARD}?around=${encodeURIComponent(wallet)}&limit=${NEIGHBOURS}`;
}

/** What one of these keys asks for. Asks nothing for none. */
export function useBoard(key: string | null): Query<Leaderboard> {
  return toQuery(useSWR<Leaderboard, Error>(key));
}
