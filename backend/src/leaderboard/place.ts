/**
 * Hexadecimal digits of a wallet's `place`. They sort as text, the best first: more points, then more recruits, then who
 * came first. A wallet without a recruit has no place, and neither has one that is banned.
 */
export const PLACE_LENGTH = 24;

/** The depths of the tree of `standing`, from the top: each with the one above it. A depth is 2 digits of a place. */
const STEPS = [
  [0, 2],
  [2, 3],
  [3, 4],
  [4, 6],
  [6, 7],
  [7, 8],
  [8, 10],
  [10, 11],
] as const;

/** Every depth of it. */
export const DEPTHS = [0, ...STEPS.map(([, depth]) => depth)];

/** As many digits have the prefixes of the deepest nodes; the up to 256 wallets of such a node are counted one by one. */
const DEEPEST_DIGITS = 2 * Math.max(...DEPTHS);

/**
 * SQL of the number of wallets before a place: the counted wallets before it, added up along the tree of `standing`.
 * Its cost depends on the length of a place, not on the number of wallets.
 * @param place SQL of a place
 */
export function walletsBefore(place: string): string {
  return `((
    SELECT coalesce(sum(wallets), 0)
    FROM (SELECT ${place} AS place) AS here
    CROSS JOIN (VALUES ${STEPS.map((step) => `(${step.join(', ')})`).join(', ')}) AS steps
    CROSS JOIN standing
    WHERE standing.depth = steps.column2
      AND standing.prefix > substr(place, 1, 2 * steps.column1)
      AND standing.prefix < substr(place, 1, 2 * steps.column2)
  ) + (
    SELECT count(*) FROM (SELECT ${place} AS place) AS here CROSS JOIN wallet
    WHERE wallet.place >= substr(here.place, 1, ${DEEPEST_DIGITS}) AND wallet.place < here.place))`;
}
