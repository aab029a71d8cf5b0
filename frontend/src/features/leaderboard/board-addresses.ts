/** Address of the top ten. */
export const LEADERBOARD = '/api/leaderboard';

/** Address of the first three. */
export const TOP_THREE = `${LEADERBOARD}?limit=3`;

/** Address of the top ten of a week, by its name, or of this week. */
export function boardOfWeek(week = 'week'): string {
  return `${LEADERBOARD}?window=${week}`;
}

/** Address of the place of a wallet this week. */
export function placeInWeek(wallet: string): string {
  return `${boardOfWeek()}&around=${encodeURIComponent(wallet)}&limit=1`;
}

/** Two above, the visitor, and two below. */
const NEIGHBOURS = 5;

/** Address of who stands around a wallet. */
export function neighboursOf(wallet: string): string {
  return `${LEADERBOARD}?around=${encodeURIComponent(wallet)}&limit=${NEIGHBOURS}`;
}
