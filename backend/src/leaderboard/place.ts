/** Hexadecimal digits of a place. */
export const PLACE_LENGTH = 24;

/**
 * SQL for the place of a row of `wallet`: 24 hexadecimal digits that sort as text, the best first. More points come
 * first, then more recruits, then who came first. It must stay, to the letter, the expression that the index
 * `wallet_by_place` is made of, or the index is not used.
 */
export const PLACE =
  "printf('%08X%08X%08X', 2147483647 - points, 4294967295 - direct_recruits, joined_number)";

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
