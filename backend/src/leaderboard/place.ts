/**
 * Hexadecimal digits of a wallet's `place`. They sort as text, the best first: more points, then more recruits, then who
 * came first. A wallet without a recruit has no place, and neither has one that is banned.
 */
export const PLACE_LENGTH = 24;

/** The digits that tell better wallets from worse; those after them tell who came first. */
const CLASS_DIGITS = 16;

/** Digits of the prefixes in the tree of `standing`, from the top: those of each level with those of the one above it. */
const STEPS_TO_CLASS = [
  [0, 4],
  [4, 6],
  [6, 8],
  [8, 12],
  [12, 14],
  [14, CLASS_DIGITS],
] as const;

/** Digits of the deepest prefixes. The up to 4096 wallets below each are counted one by one. */
const DEEPEST_DIGITS = 21;

/** The digits of the levels below that of the classes, likewise. */
const STEPS_IN_CLASS = [
  [CLASS_DIGITS, 20],
  [20, DEEPEST_DIGITS],
] as const;

/** How many digits the prefixes of each level have. */
export const LEVELS = [0, ...[...STEPS_TO_CLASS, ...STEPS_IN_CLASS].map(([, digits]) => digits)];

/** Sorts after every digit. */
const AFTER_DIGITS = 'G';

/**
 * SQL of the number of wallets before the place of a counted wallet, added up along the tree of `standing`: all wallets,
 * less those of worse classes and of its own, and then those of its own that came first. Worse classes are fewer nodes to
 * add up than better ones. The cost depends on the length of a place, not on the number of wallets.
 * @param place SQL of the place
 */
export function walletsBefore(place: string): string {
  const here = `(SELECT ${place} AS place) AS here`;
  const stepsOf = (steps: readonly (readonly [number, number])[]): string =>
    `(VALUES ${steps.map((step) => `(${step.join(', ')})`).join(', ')}) AS steps`;
  return `((
    SELECT sum(wallets) FROM standing WHERE digits = 0
  ) - (
    SELECT coalesce(sum(wallets), 0) FROM ${here} CROSS JOIN ${stepsOf(STEPS_TO_CLASS)} CROSS JOIN standing
    WHERE digits = steps.column2
      AND prefix > substr(place, 1, steps.column2) AND prefix < substr(place, 1, steps.column1) || '${AFTER_DIGITS}'
  ) - (
    SELECT sum(wallets) FROM ${here} CROSS JOIN standing
    WHERE digits = ${CLASS_DIGITS} AND prefix = substr(place, 1, ${CLASS_DIGITS})
  ) + (
    SELECT coalesce(sum(wallets), 0) FROM ${here} CROSS JOIN ${stepsOf(STEPS_IN_CLASS)} CROSS JOIN standing
    WHERE digits = steps.column2
      AND prefix > substr(place, 1, steps.column1) AND prefix < substr(place, 1, steps.column2)
  ) + (
    SELECT count(*) FROM ${here} CROSS JOIN wallet
    WHERE wallet.place >= substr(here.place, 1, ${DEEPEST_DIGITS}) AND wallet.place < here.place
  ))`;
}
