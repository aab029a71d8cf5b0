/** Points that a proven recruit brings (specification, section 9). */
export const POINTS_PER_RECRUIT = 1_000;
