import { MAX_WALLETS, RANK_CLASS_DIGITS, RANK_LEVELS } from '../../game.js';
import { MAY_COMPACT_RANK_COUNTS } from './locks.js';
import { isOfType, isWholeNumber, rule, TEXT } from './rules.js';
import type { Statements } from './table.js';
import { onPostgres, onSqlite, sql, statements, table } from './table.js';
import { derive, refuseHands, SUSPEND_TRIGGERS } from './trigger-suspension.js';
import { notEmptied, triggerOnPostgres } from './triggers.js';

const WHAT_IT_IS =
  'The rank keys of wallet, and those of each week in week_total, counted as a tree a board. A row says how many of the board have a rank key that starts with prefix; 0 digits count all. A rank is 1 + the wallets of the siblings before the rank key, level by level, + those before it among the last 4096 rank keys, which are counted in wallet or week_total.';

const LEVEL_LIST = RANK_LEVELS.join(', ');

const IS_LEVEL = rule(
  `digits must be one of: ${LEVEL_LIST}`,
  sql`${isOfType('integer', 'digits')}digits IN (${LEVEL_LIST})`,
);

const NODE_COLUMNS = sql`
  "board" ${TEXT} NOT NULL, -- a week such as 2026-W48, or empty for all time
  "digits" integer NOT NULL -- of the prefix
    ${IS_LEVEL},
  "prefix" ${TEXT} NOT NULL
    ${rule('prefix must have as many digits', 'length(prefix) = digits')},`;

/** A table whose rows have rank keys. */
interface Ranked {
  readonly table: 'wallet' | 'week_total';
  /** What the names of its triggers begin with. */
  readonly prefix: string;
  /** SQL of the board that a row is on. */
  readonly boardOf: (row: 'NEW' | 'OLD') => string;
  /** What may change a rank key. */
  readonly change: string;
}

const RANKED: readonly Ranked[] = [
  {
    table: 'wallet',
    prefix: 'rank_count',
    boardOf: () => "''",
    change: 'UPDATE OF points, direct_recruits, proven_recruits, joined_number, banned_at',
  },
  {
    table: 'week_total',
    prefix: 'week_rank_count',
    boardOf: (row) => `${row}.week`,
    change: 'UPDATE OF recruits',
  },
];

/** One recruit more or less changes the levels of more digits than this only, unless it is the 256th. */
const STABLE_DIGITS = RANK_CLASS_DIGITS - 2;

const LOW_LEVELS = RANK_LEVELS.filter((digits) => digits > STABLE_DIGITS);

const start = (row: string, digits: number): string => `substr(${row}.rank_key, 1, ${digits})`;
const CHANGED_BELOW = `${start('OLD', STABLE_DIGITS)} = ${start('NEW', STABLE_DIGITS)} AND ${start('OLD', RANK_CLASS_DIGITS)} <> ${start('NEW', RANK_CLASS_DIGITS)}`;

/** The triggers that count on SQLite. */
function countedOnSqlite({ table: ranked, prefix, boardOf, change }: Ranked): Statements {
  // Spelled out level by level, because SQLite finds a row by its key much faster than by a list of keys.
  const leave = (levels: readonly number[]): string =>
    levels
      .map((digits) => {
        const node = `board = ${boardOf('OLD')} AND digits = ${digits} AND prefix = ${start('OLD', digits)}`;
        return `
  DELETE FROM rank_count WHERE ${node} AND wallets = 1;
  UPDATE rank_count SET wallets = wallets - 1 WHERE ${node};`;
      })
      .join('');
  // Row by row, because SQLite would first write several into a table of their own.
  const enter = (levels: readonly number[]): string =>
    levels
      .map(
        (digits) => `
  INSERT INTO rank_count (board, digits, prefix, wallets) VALUES (${boardOf('NEW')}, ${digits}, ${start('NEW', digits)}, 1)
  ON CONFLICT (board, digits, prefix) DO UPDATE SET wallets = wallets + 1;`,
      )
      .join('');
  const counted = (name: string, event: string, when: string) =>
    derive('rank_count', `${prefix}_${name}`, `${event} ON ${ranked}`, when);
  return onSqlite(
    counted('left', 'DELETE', 'OLD.rank_key IS NOT NULL')`${leave(RANK_LEVELS)}`,
    counted(
      'lost',
      change,
      'OLD.rank_key IS NOT NULL AND NEW.rank_key IS NULL',
    )`${leave(RANK_LEVELS)}`,
    counted('changed_below', change, CHANGED_BELOW)`${leave(LOW_LEVELS)}${enter(LOW_LEVELS)}`,
    counted(
      'changed',
      change,
      `OLD.rank_key IS NOT NEW.rank_key AND NEW.rank_key IS NOT NULL AND (${CHANGED_BELOW}) IS NOT true`,
    )`${leave(RANK_LEVELS)}${enter(RANK_LEVELS)}`,
  );
}

/** The nodes over a rank key, but not those over the other one too: their count does not change. */
const nodes = (rankKey: string, other: string): string => `
  SELECT digits, left(${rankKey}, digits) AS prefix FROM unnest(ARRAY[${LEVEL_LIST}]) AS digits
  WHERE ${rankKey} IS NOT NULL AND left(${rankKey}, digits) IS DISTINCT FROM left(${other}, digits)`;

const CHANGE_RANK_COUNTS = `
CREATE FUNCTION change_rank_counts(of_board varchar, old_key varchar, new_key varchar) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rank_count (board, digits, prefix, wallets)
  SELECT of_board, digits, prefix, -1 FROM (${nodes('old_key', 'new_key')}) AS left_nodes
  UNION ALL
  SELECT of_board, digits, prefix, 1 FROM (${nodes('new_key', 'old_key')}) AS entered_nodes;
END
$$`;

const suspension = (statement: string): string => statement.replace('SELECT', 'PERFORM');

const COMPACT_RANK_COUNTS = `
CREATE FUNCTION compact_rank_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT ${MAY_COMPACT_RANK_COUNTS} THEN
    RETURN;
  END IF;
  ${suspension(SUSPEND_TRIGGERS.postgres.begin)};
  WITH change AS (
    DELETE FROM rank_count WHERE NOT compacted RETURNING board, digits, prefix, wallets
  ), node AS (
    SELECT board, digits, prefix, sum(wallets) AS wallets FROM change GROUP BY board, digits, prefix HAVING sum(wallets) <> 0
  )
  INSERT INTO rank_count (board, digits, prefix, wallets, compacted)
  SELECT board, digits, prefix, wallets, true FROM node
  ON CONFLICT (board, digits, prefix) WHERE compacted DO UPDATE SET wallets = rank_count.wallets + excluded.wallets;
  DELETE FROM rank_count WHERE compacted AND wallets = 0;
  ${suspension(SUSPEND_TRIGGERS.postgres.end)};
END
$$`;

/** The trigger that counts on PostgreSQL. */
const countedOnPostgres = ({ table: ranked, boardOf, change }: Ranked): Statements =>
  triggerOnPostgres(
    `${ranked}_rank_counted`,
    `AFTER DELETE OR ${change} ON ${ranked} FOR EACH ROW`,
  )`BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM change_rank_counts(${boardOf('OLD')}, OLD.rank_key, NULL);
  ELSIF OLD.rank_key IS DISTINCT FROM NEW.rank_key THEN
    PERFORM change_rank_counts(${boardOf('NEW')}, OLD.rank_key, NEW.rank_key);
  END IF;
  RETURN NULL;
END`;

export const RANK_COUNT = statements(
  onSqlite(
    table('rank_count', `${WHAT_IT_IS} Kept by triggers on both.`, 'WITHOUT ROWID')`${NODE_COLUMNS}
  "wallets" integer NOT NULL
    ${isWholeNumber('wallets', 1, MAX_WALLETS)},
  PRIMARY KEY ("board", "digits", "prefix")`,
    ...RANKED.map(countedOnSqlite),
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
    CHANGE_RANK_COUNTS,
    COMPACT_RANK_COUNTS,
    ...RANKED.map(countedOnPostgres),
  ),
  refuseHands(
    'rank_count',
    'rank_count_follows_the_wallets',
    'rank_count is counted from wallet and week_total: change those',
  ),
  notEmptied('rank_count'),
);
