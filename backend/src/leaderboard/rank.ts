import { RANK_CLASS_DIGITS, RANK_LEVELS } from '../game.js';

/** Rows that have rank keys, and are ranked against each other. */
export interface Board {
  /** SQL of what `rank_count` calls it. */
  readonly name: string;
  readonly table: 'wallet' | 'week_total';
  /** SQL of the condition on a row of the table that it is on the board. */
  readonly isOn: string;
}

/** What `rank_count` calls the board of all time; a week has its own name. */
export const ALL_TIME_NAME = '';

/** Everybody with a proven recruit. */
export const ALL_TIME: Board = { name: `'${ALL_TIME_NAME}'`, table: 'wallet', isOn: 'true' };

/**
 * Everybody with a recruit who signed in a week.
 * @param week SQL of the week, such as `2026-W48`
 */
export const boardOfWeek = (week: string): Board => ({
  name: week,
  table: 'week_total',
  isOn: `week = ${week}`,
});

/** The levels of the counted tree below the top, each with the one above it. */
const STEPS = RANK_LEVELS.slice(1).map(
  (digits, index) => [RANK_LEVELS[index] ?? 0, digits] as const,
);
const STEPS_TO_CLASS = STEPS.filter(([, digits]) => digits <= RANK_CLASS_DIGITS);
const STEPS_IN_CLASS = STEPS.filter(([, digits]) => digits > RANK_CLASS_DIGITS);

const DEEPEST_DIGITS = Math.max(...RANK_LEVELS);

/** Sorts after every digit. */
const AFTER_DIGITS = 'G';

/** SQL of the number of wallets on a board. */
export const walletsOn = ({ name }: Board): string =>
  `(SELECT coalesce(sum(wallets), 0) FROM rank_count WHERE board = ${name} AND digits = 0)`;

/**
 * SQL of the number of wallets on a board before a rank key that is on it, added up along the tree of `rank_count`: all
 * wallets, less those of worse classes and of its own, and then those of its own that came first. Worse classes are fewer
 * nodes to add up than better ones. The cost depends on the length of a rank key, not on the number of wallets.
 * @param rankKey SQL of the rank key
 */
export function walletsBefore(rankKey: string, board: Board): string {
  const here = `(SELECT ${rankKey} AS rank_key) AS here`;
  const stepsOf = (steps: readonly (readonly [number, number])[]): string =>
    `(VALUES ${steps.map((step) => `(${step.join(', ')})`).join(', ')}) AS steps`;
  const { name, table, isOn } = board;
  return `(${walletsOn(board)} - (
    SELECT coalesce(sum(wallets), 0) FROM ${here} CROSS JOIN ${stepsOf(STEPS_TO_CLASS)} CROSS JOIN rank_count
    WHERE board = ${name} AND digits = steps.column2
      AND prefix > substr(rank_key, 1, steps.column2) AND prefix < substr(rank_key, 1, steps.column1) || '${AFTER_DIGITS}'
  ) - (
    SELECT sum(wallets) FROM ${here} CROSS JOIN rank_count
    WHERE board = ${name} AND digits = ${RANK_CLASS_DIGITS} AND prefix = substr(rank_key, 1, ${RANK_CLASS_DIGITS})
  ) + (
    SELECT coalesce(sum(wallets), 0) FROM ${here} CROSS JOIN ${stepsOf(STEPS_IN_CLASS)} CROSS JOIN rank_count
    WHERE board = ${name} AND digits = steps.column2
      AND prefix > substr(rank_key, 1, steps.column1) AND prefix < substr(rank_key, 1, steps.column2)
  ) + (
    SELECT count(*) FROM ${here} CROSS JOIN ${table} AS ranked
    WHERE ${isOn} AND ranked.rank_key >= substr(here.rank_key, 1, ${DEEPEST_DIGITS}) AND ranked.rank_key < here.rank_key
  ))`;
}
