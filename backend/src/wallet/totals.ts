/** Points that one proven recruit brings (specification, section 9: "recruitment: 1000 per friend"). */
const POINTS_PER_RECRUIT = 1_000;

/** What the claims of a wallet would bring, were they proven. */
export function pendingPoints(directRecruits: number, provenRecruits: number): number {
  return POINTS_PER_RECRUIT * (directRecruits - provenRecruits);
}
