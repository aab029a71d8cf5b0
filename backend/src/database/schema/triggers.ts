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

/**
 * Triggers that refuse what is about to happen: of `WHEN … THEN RAISE(ABORT, 'sentence')`, as a CASE has them, the first
 * that holds is what is read. SQLite knows no trigger on several events, so there each has one of its own, and of the
 * triggers on the same event the last one made is the first to act; on PostgreSQL it is the first by its name.
 * @param event such as `INSERT OR UPDATE OF status ON referral`
 * @param lock PostgreSQL: plpgsql that has a row wait, before it is judged, for whoever decides about the same
 */
export const refuse =
  (name: string, event: string, lock = ''): Tag<Statements> =>
  (...text) =>
    statements(
      triggersOnSqlite(name, 'BEFORE', event)` BEGIN
  SELECT CASE${sql(...text)}
  END;`,
      refuseOnPostgres(name, `${event} FOR EACH ROW`, lock)(...text),
    );

/** The same on PostgreSQL only, where an event may be `DELETE ON referral FOR EACH STATEMENT`. */
const refuseOnPostgres =
  (name: string, event: string, lock = ''): Tag<Statements> =>
  (...text) =>
    triggerOnPostgres(name, `BEFORE ${event}`)`DECLARE
  refusal text;
BEGIN
${lock}
  refusal := CASE${sql(...text).postgres.replaceAll(/RAISE\(ABORT, ('[^']*')\)/g, '$1')}
  END;
  IF refusal IS NOT NULL THEN
    RAISE integrity_constraint_violation USING MESSAGE = refusal;
  END IF;
  RETURN coalesce(NEW, OLD);
END`;

/** Triggers that run statements after an event, always or when a condition on the row holds. */
export const after =
  (name: string, event: string, when = 'true'): Tag<Statements> =>
  (...text) =>
    statements(
      triggersOnSqlite(name, 'AFTER', event)`\nWHEN ${when} BEGIN${sql(...text)}`,
      triggerOnPostgres(name, `AFTER ${event} FOR EACH ROW WHEN (${when})`)`BEGIN${sql(...text)}
  RETURN NULL;
END`,
    );

const triggersOnSqlite =
  (name: string, time: 'BEFORE' | 'AFTER', event: string): Tag<Statements> =>
  (...text) => {
    const [events = '', tableName = ''] = event.split(' ON ');
    const makeOne = (one: string, index: number, { length }: readonly string[]) =>
      sql`CREATE TRIGGER "${name}${length === 1 ? '' : `_${index + 1}`}" ${time} ${one} ON ${tableName}${sql(...text)}\nEND`;
    return onSqlite(...events.split(' OR ').map(makeOne));
  };

/** PostgreSQL: a trigger with its function in plpgsql, where a row that is not there (NEW, OLD) is NULL. */
export const triggerOnPostgres =
  (name: string, event: string): Tag<Statements> =>
  (...text) =>
    onPostgres(
      sql`CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$
${sql(...text)}
$$`,
      `CREATE ${event.includes(' DEFERRABLE ') ? 'CONSTRAINT TRIGGER' : 'TRIGGER'} "${name}" ${event} EXECUTE FUNCTION "${name}"()`,
    );

/** PostgreSQL: has TRUNCATE refused, which no trigger on rows sees. */
export const notEmptied = (name: string): Statements =>
  refuseOnPostgres(`${name}_not_emptied`, `TRUNCATE ON ${name} FOR EACH STATEMENT`)`
    WHEN true THEN 'the rows of ${name} stay: it is not emptied'`;

/** Has the rows of a table stay as they were added. */
export const kept = (name: string, sentence: string): Statements =>
  statements(
    refuse(`${name}_kept`, `DELETE OR UPDATE ON ${name}`)`
    WHEN true THEN RAISE(ABORT, '${sentence}')`,
    notEmptied(name),
  );

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
  return (...text) =>
    after(...trigger)`${onSqlite(`
  INSERT INTO trigger_suspension VALUES ('${derived}') ON CONFLICT DO NOTHING;`)}${sql(...text)}${onSqlite(`
  DELETE FROM trigger_suspension WHERE derived = '${derived}';`)}`;
}

/** Refuses hands on a table of nothing but what is derived. */
export const refuseHands = (name: string, sentence: string): Statements =>
  statements(
    onSqlite(
      refuse(`${name}_refuses_hands`, `INSERT OR UPDATE OR DELETE ON ${name}`)`
    WHEN ${BY_HAND} THEN RAISE(ABORT, '${sentence}')`,
    ),
    refuseOnPostgres(
      `${name}_refuses_hands`,
      `INSERT OR UPDATE OR DELETE ON ${name} FOR EACH STATEMENT
WHEN (pg_trigger_depth() = 0 AND ${IS_NOT_SUSPENDED.postgres})`,
    )`
    WHEN true THEN '${sentence}'`,
    notEmptied(name),
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

/**
 * SQL of a case in which a row is refused: it gets its number from the database, and OR REPLACE would remove the row that
 * has it without a word.
 * @param owner the column with the wallet that PostgreSQL, which sees a number only once it is given, holds the order for
 */
export const numberedInOrder = (name: string, owner: string) => sql`
    WHEN ${{
      sqlite: 'NEW.number <> -1',
      postgres: `NEW.number <= (SELECT max(number) FROM ${name} WHERE ${owner} = NEW.${owner})`,
    }}
    THEN RAISE(ABORT, 'number is given: leave it out')`;

/** SQL of another: SQLite's shell has foreign keys off. */
export const OF_NO_WALLET = `
    WHEN NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.wallet)
    THEN RAISE(ABORT, 'the wallet must be in wallet')`;
