import { POINTS_PER_RECRUIT, RANK_CLASS_DIGITS, RANK_LEVELS } from '../game.js';
import { countedRecruits, expiredClaims } from '../referral/claim-term.js';

/** Rows that have rank keys, and are ranked against each other. */
export interface Board {
  /** SQL of what `rank_count` calls it. */
  readonly name: string;
  readonly table: 'wallet' | 'week_total';
  /** SQL of the condition on a row of the table that it is on the board. */
  readonly isOn: string;
}

/** What `rank_count` calls the board of all time; a week has its own name, such as `2026-W48`. */
export const ALL_TIME = '';

/** Everybody with a proven recruit. */
export const boardOfAllTime = (name: string): Board => ({
  name,
  table: 'wallet',
  isOn: `${name} = '${ALL_TIME}'`,
});

/** Everybody with a recruit who signed in a week. */
const boardOfWeek = (name: string): Board => ({
  name,
  table: 'week_total',
  isOn: `week = ${name}`,
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
const walletsOn = ({ name }: Board): string =>
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

/**
 * The statements that read the board with the name `$1`: how many wallets are on it, and pages of it with `$3` wallets, one
 * more than are shown: after the rank key `$2`, or with the wallet `$2` in the middle, which is empty where that has no rank.
 * Claims have expired until `$4`.
 * @param columns SQL of what a page tells of a wallet, and of the tables that it is from
 */
function statementsOf(
  board: Board,
  columns: Record<'from' | 'recruits' | 'provenRecruits' | 'points', string>,
) {
  const { from, recruits, provenRecruits, points } = columns;
  const { table, isOn } = board;
  const key = `${table}.rank_key`;
  const total = walletsOn(board);
  const beforePage = (start: string): string => `(
  SELECT ${walletsBefore('first.rank_key', board)}
  FROM (SELECT min(rank_key) AS rank_key FROM ${table} WHERE ${isOn} AND rank_key > ${start}) AS first)`;
  // One statement, so that the ranks, the entries and the total are of one moment.
  const page = (start: string, before: string): string => `
WITH ${expiredClaims('$4')}
SELECT ${before} AS before, ${total} AS total, ${key} AS "rankKey", address AS wallet,
  ${recruits} AS recruits, ${provenRecruits} AS "provenRecruits", ${points} AS points
FROM ${from} WHERE ${isOn} AND ${key} > ${start} ORDER BY ${key} LIMIT CAST($3 AS integer)`;
  const startAround = `(
  SELECT coalesce((
    SELECT rank_key FROM ${table} WHERE ${isOn} AND rank_key < me.rank_key
    ORDER BY rank_key DESC LIMIT 1 OFFSET (CAST($3 AS integer) - 2) / 2), '')
  FROM (SELECT ${key} FROM ${from} WHERE ${isOn} AND address = $2 AND ${key} IS NOT NULL) AS me)`;
  return {
    total: `SELECT ${total} AS total`,
    first: page('$2', '0'),
    after: page('$2', beforePage('$2')),
    around: page(startAround, beforePage(startAround)),
  };
}

export const OF_ALL_TIME = statementsOf(boardOfAllTime('$1'), {
  from: 'wallet',
  recruits: countedRecruits('wallet'),
  provenRecruits: 'proven_recruits',
  points: 'points',
});

/** All recruits of a week are proven, so none of them expires. */
export const OF_A_WEEK = statementsOf(boardOfWeek('$1'), {
  from: 'week_total JOIN wallet ON joined_number = referrer_number',
  recruits: 'recruits',
  provenRecruits: 'recruits',
  points: `${POINTS_PER_RECRUIT} * recruits`,
});
