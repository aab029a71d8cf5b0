import { POINTS_PER_RECRUIT } from '../game.js';

/** What the claims of a wallet would bring, were they proven. */
export function pendingPoints(directRecruits: number, provenRecruits: number): number {
  return POINTS_PER_RECRUIT * (directRecruits - provenRecruits);
}
