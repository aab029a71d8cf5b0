/** The visitor's own place on the board, as far as it is known. */
export interface OwnStanding {
  wallet: string;
  /** Null without a recruit, or while the stats are not there. */
  rank: number | null;
  recruits: number;
  points: number;
}
