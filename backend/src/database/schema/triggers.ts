import { onPostgres, onSqlite, sql, statements, type Statements, type Tag } from './table.js';

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
export const refuseOnPostgres =
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

/** SQLite: triggers, as they go on after their event. */
const triggersOnSqlite =
  (name: string, time: 'BEFORE' | 'AFTER', event: string): Tag<Statements> =>
  (...text) => {
    const [events = '', table = ''] = event.split(' ON ');
    const makeOne = (one: string, trigger: string) =>
      sql`CREATE TRIGGER "${trigger}" ${time} ${one} ON ${table}${sql(...text)}\nEND`;
    const each = events.split(' OR ');
    return onSqlite(
      ...each.map((one, index) => makeOne(one, each.length === 1 ? name : `${name}_${index + 1}`)),
    );
  };

/** PostgreSQL: a trigger with its function in plpgsql, where a row that is not there (NEW, OLD) is NULL. */
export const triggerOnPostgres =
  (
    name: string,
    event: string,
    kind: 'TRIGGER' | 'CONSTRAINT TRIGGER' = 'TRIGGER',
  ): Tag<Statements> =>
  (...text) =>
    onPostgres(
      sql`CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$
${sql(...text)}
$$`,
      `CREATE ${kind} "${name}" ${event} EXECUTE FUNCTION "${name}"()`,
    );

/** PostgreSQL: has TRUNCATE refused, which no trigger on rows sees. */
export const notEmptied = (table: string): Statements =>
  refuseOnPostgres(`${table}_not_emptied`, `TRUNCATE ON ${table} FOR EACH STATEMENT`)`
    WHEN true THEN 'the rows of ${table} stay: it is not emptied'`;

/** Has the rows of a table stay as they were added. */
export const kept = (table: string, sentence: string): Statements =>
  statements(
    refuse(`${table}_kept`, `DELETE OR UPDATE ON ${table}`)`
    WHEN true THEN RAISE(ABORT, '${sentence}')`,
    notEmptied(table),
  );

/**
 * SQL of a case in which a row is refused: it gets its number from the database, and OR REPLACE would remove the row that
 * has it without a word.
 * @param owner the column with the wallet that PostgreSQL, which sees a number only once it is given, holds the order for
 */
export const numberedInOrder = (table: string, owner: string) => sql`
    WHEN ${{
      sqlite: 'NEW.number <> -1',
      postgres: `NEW.number <= (SELECT max(number) FROM ${table} WHERE ${owner} = NEW.${owner})`,
    }}
    THEN RAISE(ABORT, 'number is given: leave it out')`;

/** SQL of another: SQLite's shell has foreign keys off. */
export const OF_NO_WALLET = `
    WHEN NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.wallet)
    THEN RAISE(ABORT, 'the wallet must be in wallet')`;
