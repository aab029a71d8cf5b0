import { MAX_TOTAL } from '../game.js';

/** Name of the all-time board in `internal_point_count`; other boards are weeks, such as `2026-W48`. */
export const ALL_TIME = '';

/** Position of a row. Boards sort by points, recruits and lateness, all descending. */
export interface Place {
  readonly points: number;
  readonly recruits: number;
  /** Negative `joined_number`. */
  readonly lateness: number;
}

export const TOP: Place = { points: MAX_TOTAL, recruits: MAX_TOTAL, lateness: 0 };

/** Returns SQL of the rank of a wallet with these points on a board. Both parameters are SQL expressions. */
export const rankOf = (board: string, points: string): string =>
  `(SELECT 1 + coalesce(sum(internal_point_count.wallets), 0) FROM internal_point_count
    WHERE internal_point_count.board = ${board} AND internal_point_count.points > ${points})`;
