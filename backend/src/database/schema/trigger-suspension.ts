import { isOneOf, TEXT } from './rules.js';
import {
  onPostgres,
  onSqlite,
  sql,
  statements,
  table,
  type Statements,
  type Tag,
} from './table.js';
import { after, notEmptied, refuse, refuseOnPostgres } from './triggers.js';

/** What triggers derive, and refuse to have changed by hand. */
const DERIVED = ['totals', 'week_total', 'rank_count'] as const;

/** PostgreSQL: SQL that suspends the triggers that refuse a hand, or does not any more, for a transaction. */
export const setSuspended = (to: 'on' | 'off'): string =>
  `set_config('pyramidion.triggers_suspended', '${to}', true)`;

const IS_NOT_SUSPENDED = {
  sqlite: 'NOT EXISTS (SELECT 1 FROM trigger_suspension)',
  postgres: "current_setting('pyramidion.triggers_suspended', true) IS DISTINCT FROM 'on'",
};

/** Whether it is a hand, and no trigger, that changes the row which a trigger is about. */
export const BY_HAND = sql`${onPostgres('pg_trigger_depth() = 1 AND ')}${IS_NOT_SUSPENDED}`;

/**
 * Triggers that change what is derived; those that refuse that are suspended meanwhile. On PostgreSQL a statement of a trigger
 * is none of a hand.
 */
export function derive(
  derived: (typeof DERIVED)[number],
  ...trigger: Parameters<typeof after>
): Tag<Statements> {
  const begin = onSqlite(`
  INSERT INTO trigger_suspension VALUES ('${derived}') ON CONFLICT DO NOTHING;`);
  const end = onSqlite(`
  DELETE FROM trigger_suspension WHERE derived = '${derived}';`);
  return (...text) => after(...trigger)`${begin}${sql(...text)}${end}`;
}

/** Refuses hands on a table of nothing but what is derived. */
export const refuseHands = (table: string, sentence: string): Statements =>
  statements(
    onSqlite(
      refuse(`${table}_refuses_hands`, `INSERT OR UPDATE OR DELETE ON ${table}`)`
    WHEN ${BY_HAND} THEN RAISE(ABORT, '${sentence}')`,
    ),
    refuseOnPostgres(
      `${table}_refuses_hands`,
      `INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT
WHEN (pg_trigger_depth() = 0 AND ${IS_NOT_SUSPENDED.postgres})`,
    )`
    WHEN true THEN '${sentence}'`,
    notEmptied(table),
  );

/** What a transaction says before and after it changes by itself what triggers derive. */
export const SUSPEND_TRIGGERS = {
  sqlite: {
    begin: `INSERT INTO trigger_suspension VALUES ${DERIVED.map((derived) => `('${derived}')`).join(', ')} ON CONFLICT DO NOTHING`,
    end: 'DELETE FROM trigger_suspension',
  },
  postgres: {
    begin: `SELECT ${setSuspended('on')}`,
    end: `SELECT ${setSuspended('off')}`,
  },
} as const;

/** PostgreSQL has a setting of the transaction for it. */
export const TRIGGER_SUSPENSION = onSqlite(
  table(
    'trigger_suspension',
    'A row suspends the triggers that refuse a hand on what is derived. Empty, but for the moment in which a trigger brings the recruits of a wallet, week_total or rank_count up to date. They follow from other rows.',
    'WITHOUT ROWID',
  )`
  "derived" ${TEXT} NOT NULL
    ${isOneOf('derived', ...DERIVED)},
  PRIMARY KEY ("derived")`,
);
