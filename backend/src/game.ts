/**
 * The numbers of the game, which the database, the services and the operator's tool take from here, so that they agree.
 * Two have their own: `ops verify` recounts what this server says, and shares nothing with it; the browser shares only types,
 * and has what a recruit brings in `frontend/src/features/levels/levels.ts`.
 */

/** Points that one proven recruit brings (specification, section 9: "recruitment: 1000 per friend"). */
export const POINTS_PER_RECRUIT = 1_000;

/** What the claims of a wallet would bring, were they proven. */
export function pendingPoints(directRecruits: number, provenRecruits: number): number {
  return POINTS_PER_RECRUIT * (directRecruits - provenRecruits);
}

/** Points for a day checked in (specification, section 9: "daily login streak: 100"). */
export const POINTS_PER_CHECK_IN = 100;

/** The most points, and the most recruits, that a wallet may have; the least points are one below the negative of it. */
export const MAX_TOTAL = 2_147_483_647;
