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

/** The most wallets there may be, and what recruits are subtracted from in a rank key. */
export const MAX_WALLETS = 4_294_967_295;

/**
 * Hexadecimal digits of a wallet's rank key. They sort as text, the best first: by 8 digits of points, 8 of recruits, and
 * 8 of who came first. A wallet without a proven recruit has no rank key, and neither has one that is banned.
 */
export const RANK_KEY_DIGITS = 24;

/** The digits that tell better wallets from worse, a class; those after them tell who came first. */
export const RANK_CLASS_DIGITS = 16;

/**
 * How many digits the prefixes of each level of the counted tree have. The up to 4096 wallets below one of the deepest are
 * counted one by one. Levels of 20 and 21 digits part the wallets of a class in 16 and 16; one of 21 alone has 256 of a
 * million side by side.
 */
export const RANK_LEVELS = [0, 4, 6, 8, 12, 14, RANK_CLASS_DIGITS, 20, 21] as const;
