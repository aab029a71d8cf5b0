import { RANK_CLASS_DIGITS, RANK_LEVELS } from '../game.js';

/** The levels of the counted tree below the top, each with the one above it. */
const STEPS = RANK_LEVELS.slice(1).map(
  (digits, index) => [RANK_LEVELS[index] ?? 0, digits] as const,
);
const STEPS_TO_CLASS = STEPS.filter(([, digits]) => digits <= RANK_CLASS_DIGITS);
const STEPS_IN_CLASS = STEPS.filter(([, digits]) => digits > RANK_CLASS_DIGITS);

const DEEPEST_DIGITS = Math.max(...RANK_LEVELS);

/** Sorts after every digit. */
const AFTER_DIGITS = 'G';

/**
 * SQL of the number of wallets before the rank key of a counted wallet, added up along the tree of `rank_count`: all
 * wallets, less those of worse classes and of its own, and then those of its own that came first. Worse classes are fewer
 * nodes to add up than better ones. The cost depends on the length of a rank key, not on the number of wallets.
 * @param rankKey SQL of the rank key
 */
export function walletsBefore(rankKey: string): string {
  const here = `(SELECT ${rankKey} AS rank_key) AS here`;
  const stepsOf = (steps: readonly (readonly [number, number])[]): string =>
    `(VALUES ${steps.map((step) => `(${step.join(', ')})`).join(', ')}) AS steps`;
  return `((
    SELECT sum(wallets) FROM rank_count WHERE digits = 0
  ) - (
    SELECT coalesce(sum(wallets), 0) FROM ${here} CROSS JOIN ${stepsOf(STEPS_TO_CLASS)} CROSS JOIN rank_count
    WHERE digits = steps.column2
      AND prefix > substr(rank_key, 1, steps.column2) AND prefix < substr(rank_key, 1, steps.column1) || '${AFTER_DIGITS}'
  ) - (
    SELECT sum(wallets) FROM ${here} CROSS JOIN rank_count
    WHERE digits = ${RANK_CLASS_DIGITS} AND prefix = substr(rank_key, 1, ${RANK_CLASS_DIGITS})
  ) + (
    SELECT coalesce(sum(wallets), 0) FROM ${here} CROSS JOIN ${stepsOf(STEPS_IN_CLASS)} CROSS JOIN rank_count
    WHERE digits = steps.column2
      AND prefix > substr(rank_key, 1, steps.column1) AND prefix < substr(rank_key, 1, steps.column2)
  ) + (
    SELECT count(*) FROM ${here} CROSS JOIN wallet
    WHERE wallet.rank_key >= substr(here.rank_key, 1, ${DEEPEST_DIGITS}) AND wallet.rank_key < here.rank_key
  ))`;
}
