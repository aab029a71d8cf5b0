/** Address of the top ten, and the beginning of every board's. */
export const LEADERBOARD = '/api/leaderboard';
