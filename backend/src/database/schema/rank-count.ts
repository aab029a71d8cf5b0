import { MAX_TOTAL, MAX_WALLETS, RANK_CLASS_DIGITS, RANK_LEVELS } from '../../game.js';
import { RANK_COUNTS_LOCK } from './locks.js';
import { isOfType, isWholeNumber, rule, TEXT } from './rules.js';
import { onPostgres, onSqlite, sql, statements, table, type PerKind } from './table.js';
import { derive, refuseHands, setSuspended, triggerOnPostgres } from './triggers.js';

/**
 * A column that sorts as a leaderboard does: by points, then recruits, then who came first; empty unless `isRanked`. SQLite
 * computes it when it is read, and keeps it in an index only.
 * @param number SQL of what tells who came first
 * @param points SQL of the points, where they do not follow from the recruits
 */
export function rankKey(
  isRanked: string,
  recruits: string,
  number: string,
  points = '0',
): PerKind<string> {
  const hex = (part: string): string => `lpad(to_hex(${part}), 8, '0')`;
  return {
    sqlite: `varchar GENERATED ALWAYS AS (
    CASE WHEN ${isRanked}
      THEN printf('%08X%08X%08X', ${MAX_TOTAL} - ${points}, ${MAX_WALLETS} - ${recruits}, ${number}) END) VIRTUAL`,
    postgres: `varchar COLLATE "C" GENERATED ALWAYS AS (
    CASE WHEN ${isRanked} THEN
      upper(${hex(`${MAX_TOTAL} - CAST(${points} AS bigint)`)} || ${hex(`${MAX_WALLETS} - CAST(${recruits} AS bigint)`)} || ${hex(number)})
    END) STORED`,
  };
}

const WHAT_IT_IS =
  'The rank keys of wallet, and those of each week in week_total, counted as a tree a board. A row says how many of the board have a rank key that starts with prefix; 0 digits count all. A rank is 1 + the wallets of the siblings before the rank key, level by level, + those before it among the last 4096 rank keys, which are counted in wallet or week_total.';

const LEVEL_LIST = RANK_LEVELS.join(', ');

const NODE_COLUMNS = sql`
  "board" ${TEXT} NOT NULL, -- a week such as 2026-W48, or empty for all time
  "digits" integer NOT NULL -- of the prefix
    ${rule(`digits must be one of: ${LEVEL_LIST}`, sql`${isOfType('integer', 'digits')}digits IN (${LEVEL_LIST})`)},
  "prefix" ${TEXT} NOT NULL
    ${rule('prefix must have as many digits', 'length(prefix) = digits')},`;

/** One recruit more or less changes the levels of more digits than this only, unless it is the 256th. */
const STABLE_DIGITS = RANK_CLASS_DIGITS - 2;

const LOW_LEVELS = RANK_LEVELS.filter((digits) => digits > STABLE_DIGITS);

const start = (row: string, digits: number): string => `substr(${row}.rank_key, 1, ${digits})`;
const CHANGED_BELOW = `${start('OLD', STABLE_DIGITS)} = ${start('NEW', STABLE_DIGITS)} AND ${start('OLD', RANK_CLASS_DIGITS)} <> ${start('NEW', RANK_CLASS_DIGITS)}`;

/**
 * The triggers that count the rank keys of a table, whose rows come without one and are never removed with one.
 * @param boardOf SQL of the board that a row is on
 * @param change what may change a rank key
 */
function counted(
  ranked: 'wallet' | 'week_total',
  boardOf: (row: string) => string,
  change: string,
) {
  const board = boardOf('OLD');
  // Spelled out level by level, because SQLite finds a row by its key much faster than by a list of keys.
  const leave = (digits: number): string => {
    const node = `board = ${board} AND digits = ${digits} AND prefix = ${start('OLD', digits)}`;
    return `
  DELETE FROM rank_count WHERE ${node} AND wallets = 1;
  UPDATE rank_count SET wallets = wallets - 1 WHERE ${node};`;
  };
  // Row by row, because SQLite would first write several into a table of their own.
  const enter = (digits: number): string => `
  INSERT INTO rank_count (board, digits, prefix, wallets) VALUES (${board}, ${digits}, ${start('NEW', digits)}, 1)
  ON CONFLICT (board, digits, prefix) DO UPDATE SET wallets = wallets + 1;`;
  const on = (name: string, when: string) =>
    derive('rank_count', `${ranked}_rank_${name}`, `${change} ON ${ranked}`, when);
  return statements(
    onSqlite(
      on(
        'lost',
        'OLD.rank_key IS NOT NULL AND NEW.rank_key IS NULL',
      )`${onSqlite(...RANK_LEVELS.map(leave))}`,
      on(
        'changed_below',
        CHANGED_BELOW,
      )`${onSqlite(...LOW_LEVELS.map(leave))}${onSqlite(...LOW_LEVELS.map(enter))}`,
      on(
        'changed',
        `OLD.rank_key IS NOT NEW.rank_key AND NEW.rank_key IS NOT NULL AND (${CHANGED_BELOW}) IS NOT true`,
      )`${onSqlite(...RANK_LEVELS.map(leave))}${onSqlite(...RANK_LEVELS.map(enter))}`,
    ),
    // Once a statement, however many rows it changes: what leaves a node and what enters it add up to nothing.
    triggerOnPostgres(
      `${ranked}_rank_counted`,
      `AFTER UPDATE ON ${ranked} REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT`,
    )`BEGIN
  INSERT INTO rank_count (board, digits, prefix, wallets)
  SELECT ${boardOf('side')}, digits, left(rank_key, digits), sum(change)
  FROM (SELECT *, -1 AS change FROM before UNION ALL SELECT *, 1 FROM after) AS side,
    unnest(ARRAY[${LEVEL_LIST}]) AS digits
  WHERE rank_key IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(change) <> 0;
  RETURN NULL;
END`,
  );
}

const COMPACT_RANK_COUNTS = `
CREATE FUNCTION compact_rank_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock${RANK_COUNTS_LOCK} THEN
    RETURN;
  END IF;
  PERFORM ${setSuspended('on')};
  WITH change AS (
    DELETE FROM rank_count WHERE NOT compacted RETURNING board, digits, prefix, wallets
  ), node AS (
    SELECT board, digits, prefix, sum(wallets) AS wallets FROM change GROUP BY board, digits, prefix HAVING sum(wallets) <> 0
  )
  INSERT INTO rank_count (board, digits, prefix, wallets, compacted)
  SELECT board, digits, prefix, wallets, true FROM node
  ON CONFLICT (board, digits, prefix) WHERE compacted DO UPDATE SET wallets = rank_count.wallets + excluded.wallets;
  DELETE FROM rank_count WHERE compacted AND wallets = 0;
  PERFORM ${setSuspended('off')};
END
$$`;

export const RANK_COUNT = statements(
  onSqlite(
    table('rank_count', `${WHAT_IT_IS} Kept by triggers on both.`, 'WITHOUT ROWID')`${NODE_COLUMNS}
  "wallets" integer NOT NULL
    ${isWholeNumber('wallets', 1, MAX_WALLETS)},
  PRIMARY KEY ("board", "digits", "prefix")`,
  ),
  onPostgres(
    table(
      'rank_count',
      `${WHAT_IT_IS} Rows of one node add up: triggers only add rows, so that nobody waits for anybody, and compact_rank_counts() makes one of many.`,
    )`${NODE_COLUMNS}
  "wallets" integer NOT NULL, -- may be below 0: who leaves a node is taken off by a row of its own
  "compacted" boolean DEFAULT false NOT NULL -- true for the one row of a node that compact_rank_counts() keeps`,
    'CREATE INDEX "rank_count_by_node" ON rank_count (board, digits, prefix) INCLUDE (wallets)',
    'CREATE UNIQUE INDEX "rank_count_compacted" ON rank_count (board, digits, prefix) WHERE compacted',
    'CREATE INDEX "rank_count_uncompacted" ON rank_count (digits) WHERE NOT compacted',
    'CREATE INDEX "rank_count_empty" ON rank_count (digits) WHERE compacted AND wallets = 0',
    COMPACT_RANK_COUNTS,
  ),
  counted('wallet', () => "''", 'UPDATE OF points, direct_recruits, proven_recruits, banned_at'),
  counted('week_total', (row) => `${row}.week`, 'UPDATE OF recruits'),
  refuseHands('rank_count', 'rank_count is counted from wallet and week_total: change those'),
);
