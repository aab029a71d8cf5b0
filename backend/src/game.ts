/**
 * The numbers of the game (docs/product.md, Points). Three places keep their own copies: the released migrations, which
 * never change; `ops verify`, whose checks share no code with the server; and `frontend/src/features/levels/levels.ts`,
 * because the browser imports values only from `backend/src/shared`.
 */

export const POINTS_PER_RECRUIT = 1_000;

/** Returns the points that a wallet's claims would bring if they were proven. */
export function pendingPoints(directRecruits: number, provenRecruits: number): number {
  return POINTS_PER_RECRUIT * (directRecruits - provenRecruits);
}

export const POINTS_PER_CHECK_IN = 100;

/** Maximum number of points, and of recruits, of a wallet. */
export const MAX_TOTAL = 2_147_483_647;
