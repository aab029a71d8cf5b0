import { isOneOf, TEXT } from './rules.js';
import type { PerKind, Refusal, Table } from './table.js';
import { sql } from './table.js';
import { postgresRefusal } from './triggers.js';

/** What triggers derive, and refuse to have changed by hand. */
type Derived = 'totals' | 'week_total' | 'rank_count';

/** SQLite: true when no trigger is at work on what is derived, so that it is a hand that changes it. */
export const UNLESS_SUSPENDED = 'NOT EXISTS (SELECT 1 FROM trigger_suspension)';

/** SQLite: statements that change what is derived while the triggers that refuse that are suspended. */
export function whileSuspended(derived: Derived, statements: string): string {
  return `  INSERT INTO trigger_suspension VALUES ('${derived}') ON CONFLICT DO NOTHING;
${statements}
  DELETE FROM trigger_suspension WHERE derived = '${derived}';`;
}

/** Statements that change what is derived; on PostgreSQL a statement of a trigger is none of a hand. */
export const deriving = (derived: Derived, statements: string): PerKind<string> => ({
  sqlite: whileSuspended(derived, statements),
  postgres: statements,
});

/** The triggers that refuse a hand on a table of nothing but what is derived. */
export function refuseHands(
  table: string,
  name: string,
  sentence: string,
): { readonly sqlite: Refusal; readonly postgres: string[] } {
  const events = ['INSERT', 'UPDATE', 'DELETE'];
  return {
    sqlite: { name, events, when: { sqlite: UNLESS_SUSPENDED }, sentence },
    postgres: postgresRefusal(
      name,
      `${events.join(' OR ')} ON ${table} FOR EACH STATEMENT
WHEN (pg_trigger_depth() = 0 AND current_setting('pyramidion.triggers_suspended', true) IS DISTINCT FROM 'on')`,
      [['true', sentence]],
    ),
  };
}

/** What a transaction says before and after it changes by itself what triggers derive. */
export const SUSPEND_TRIGGERS = {
  sqlite: {
    begin:
      "INSERT INTO trigger_suspension VALUES ('totals'), ('week_total'), ('rank_count') ON CONFLICT DO NOTHING",
    end: 'DELETE FROM trigger_suspension',
  },
  postgres: {
    begin: "SELECT set_config('pyramidion.triggers_suspended', 'on', true)",
    end: "SELECT set_config('pyramidion.triggers_suspended', 'off', true)",
  },
} as const;

/** PostgreSQL has a setting of the transaction for it. */
export const TRIGGER_SUSPENSION: Table = {
  name: 'trigger_suspension',
  comment:
    'A row suspends the triggers that refuse a hand on what is derived. Empty, but for the moment in which a trigger brings the recruits of a wallet, week_total or rank_count up to date. They follow from other rows.',
  definition: sql`
  "derived" ${TEXT} NOT NULL
    ${isOneOf('derived', ['totals', 'week_total', 'rank_count'])},
  PRIMARY KEY ("derived")`,
  storage: { after: 'WITHOUT ROWID' },
};
