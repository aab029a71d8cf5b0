/**
 * Hexadecimal digits of a wallet's `place`. They sort as text, the best first: more points, then more recruits, then who
 * came first. A wallet without a recruit has no place, and neither has one that is banned.
 */
export const PLACE_LENGTH = 24;

/**
 * SQL of the number of wallets before a place: the counted wallets before it, added up along the tree of `standing`.
 * Its cost depends on the length of a place, not on the number of wallets.
 * @param place SQL of a place
 */
export function walletsBefore(place: string): string {
  return `(
    SELECT coalesce(sum(wallets), 0)
    FROM (SELECT ${place} AS place) AS here
    CROSS JOIN (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12)) AS depths
    CROSS JOIN standing
    WHERE standing.depth = depths.column1
      AND standing.prefix > substr(place, 1, 2 * (depths.column1 - 1))
      AND standing.prefix < substr(place, 1, 2 * depths.column1))`;
}
