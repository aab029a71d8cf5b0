/**
 * Hexadecimal digits of a wallet's `place`. They sort as text, the best first: more points, then more recruits, then who
 * came first. A wallet without a recruit has no place, and neither has one that is banned.
 */
export const PLACE_LENGTH = 24;

/** Digits of the prefixes in the tree of `standing`, from the top: those of each level with those of the one above it. */
const STEPS = [
  [0, 4],
  [4, 6],
  [6, 8],
  [8, 12],
  [12, 14],
  [14, 16],
  [16, 21],
] as const;

/** How many digits the prefixes of each level have. The up to 4096 wallets of a deepest node are counted one by one. */
export const LEVELS = [0, ...STEPS.map(([, digits]) => digits)];

const DEEPEST_DIGITS = Math.max(...LEVELS);

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
    WHERE standing.digits = steps.column2
      AND standing.prefix > substr(place, 1, steps.column1)
      AND standing.prefix < substr(place, 1, steps.column2)
  ) + (
    SELECT count(*) FROM (SELECT ${place} AS place) AS here CROSS JOIN wallet
    WHERE wallet.place >= substr(here.place, 1, ${DEEPEST_DIGITS}) AND wallet.place < here.place))`;
}
