/**
 * The numbers of the game (docs/product.md, Points). Copies are in the released migrations, in `verify/audit.ts`, in
 * `bench/yardstick/reads.ts`, in `frontend/src/features/levels/levels.ts` and in texts of the pages and the API.
 */

export const POINTS_PER_RECRUIT = 1_000;

export function pendingPoints(directRecruits: number, provenRecruits: number): number {
  return POINTS_PER_RECRUIT * (directRecruits - provenRecruits);
}

export const POINTS_PER_CHECK_IN = 100;

/** Maximum number of points, and of recruits, of a wallet. */
export const MAX_TOTAL = 2_147_483_647;
