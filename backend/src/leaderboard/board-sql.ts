import { POINTS_PER_RECRUIT } from '../game.js';
import { countedRecruits, expiredClaims } from '../referral/claim-term.js';
import type { Board } from './rank.js';
import { ALL_TIME, boardOfWeek, walletsBefore, walletsOn } from './rank.js';

/** The statements that read a board. */
export interface BoardSql {
  /** How many wallets are on it: by its name `$1`. */
  readonly total: string;
  /** A page, by the name `$1`, the rank key `$2` before it and the wallets `$3` on it; of all time, `$4` is when claims expired. */
  readonly firstPage: string;
  readonly laterPage: string;
  /**
   * The rank key before the page that has the wallet `$1` in its middle, `$2` wallets below the first; no row where it has
   * no rank. Of a week, its name is `$3`.
   */
  readonly startAround: string;
}

/** What a page tells of a wallet, as SQL. */
interface Columns {
  readonly from: string;
  readonly recruits: string;
  readonly provenRecruits: string;
  readonly points: string;
}

function readingOf(toBoard: (name: string) => Board, columns: Columns, begin = ''): BoardSql {
  const { from, recruits, provenRecruits, points } = columns;
  const board = toBoard('$1');
  const { table, isOn } = board;
  const key = `${table}.rank_key`;
  const total = walletsOn(board);
  // One statement, so that the ranks, the entries and the total are of one moment.
  const pageAfter = (walletsBeforePage: string): string => `
${begin}SELECT ${walletsBeforePage} AS before, ${total} AS total, ${key} AS "rankKey", address AS wallet,
  ${recruits} AS recruits, ${provenRecruits} AS "provenRecruits", ${points} AS points
FROM ${from} WHERE ${isOn} AND ${key} > $2 ORDER BY ${key} LIMIT $3`;
  const { isOn: isOnThird } = toBoard('$3');
  return {
    total: `SELECT ${total} AS total`,
    firstPage: pageAfter('0'),
    laterPage: pageAfter(`(
  SELECT ${walletsBefore('first.rank_key', board)}
  FROM (SELECT min(rank_key) AS rank_key FROM ${table} WHERE ${isOn} AND rank_key > $2) AS first)`),
    startAround: `
SELECT (
    SELECT rank_key FROM ${table} WHERE ${isOnThird} AND rank_key < me.rank_key
    ORDER BY rank_key DESC LIMIT 1 OFFSET $2) AS after
FROM (SELECT ${key} FROM ${from} WHERE ${isOnThird} AND address = $1 AND ${key} IS NOT NULL) AS me`,
  };
}

export const OF_ALL_TIME = readingOf(
  (name) => ({ ...ALL_TIME, name }),
  {
    from: 'wallet',
    recruits: countedRecruits('wallet'),
    provenRecruits: 'proven_recruits',
    points: 'points',
  },
  `WITH ${expiredClaims('$4')}\n`,
);

export const OF_A_WEEK = readingOf(boardOfWeek, {
  from: 'week_total JOIN wallet ON joined_number = referrer_number',
  recruits: 'recruits',
  provenRecruits: 'recruits',
  points: `${POINTS_PER_RECRUIT} * recruits`,
});
