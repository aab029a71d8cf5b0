import type { Statements, Tag } from './table.js';
import { onPostgres, sql, statements } from './table.js';

/**
 * Triggers that refuse what is about to happen: of `WHEN … THEN RAISE(ABORT, 'sentence')`, as a CASE has them, the first
 * that holds is what is read. SQLite knows no trigger on several events, so there each has one of its own, and of the
 * triggers on the same event the last one made is the first to act; on PostgreSQL it is the first by its name.
 * @param event such as `INSERT OR UPDATE OF status ON referral`
 * @param lock PostgreSQL: plpgsql that has a row wait, before it is judged, for whoever decides about the same
 */
export function refuse(name: string, event: string, lock = ''): Tag<Statements> {
  return (...text) => {
    const { sqlite, postgres } = sql(...text);
    return {
      sqlite: eachEvent(name, event).map(
        ([trigger, one]) => `CREATE TRIGGER "${trigger}" BEFORE ${one} BEGIN
  SELECT CASE${sqlite}
  END;
END`,
      ),
      postgres: refuseOnPostgres(name, `${event} FOR EACH ROW`, lock)`${postgres}`.postgres,
    };
  };
}

/** The same on PostgreSQL only, where an event may be `DELETE ON referral FOR EACH STATEMENT`. */
export function refuseOnPostgres(name: string, event: string, lock = ''): Tag<Statements> {
  return (...text) => {
    const cases = sql(...text).postgres.replaceAll(/RAISE\(ABORT, ('[^']*')\)/g, '$1');
    return triggerOnPostgres(name, `BEFORE ${event}`)`DECLARE
  refusal text;
BEGIN
${lock}
  refusal := CASE${cases}
  END;
  IF refusal IS NOT NULL THEN
    RAISE integrity_constraint_violation USING MESSAGE = refusal;
  END IF;
  RETURN coalesce(NEW, OLD);
END`;
  };
}

/** Triggers that run statements after an event, always or when a condition on the row holds. */
export function after(name: string, event: string, when: string | null = null): Tag<Statements> {
  return (...text) => {
    const { sqlite, postgres } = sql(...text);
    const onRow = when === null ? '' : ` WHEN (${when})`;
    return {
      sqlite: eachEvent(name, event).map(
        ([trigger, one]) => `CREATE TRIGGER "${trigger}" AFTER ${one}${onRow} BEGIN${sqlite}\nEND`,
      ),
      postgres: triggerOnPostgres(
        name,
        `AFTER ${event} FOR EACH ROW${onRow}`,
      )`BEGIN${postgres}\n  RETURN NULL;\nEND`.postgres,
    };
  };
}

/** PostgreSQL: a trigger with its function in plpgsql, where a row that is not there (NEW, OLD) is NULL. */
export function triggerOnPostgres(
  name: string,
  event: string,
  kind: 'TRIGGER' | 'CONSTRAINT TRIGGER' = 'TRIGGER',
): Tag<Statements> {
  return (...text) =>
    onPostgres(
      sql`CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$
${sql(...text)}
$$`,
      `CREATE ${kind} "${name}" ${event} EXECUTE FUNCTION "${name}"()`,
    );
}

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

/** The events, each with the name of its trigger on SQLite. */
function eachEvent(name: string, event: string): [trigger: string, event: string][] {
  const [events = '', table = ''] = event.split(' ON ');
  return events
    .split(' OR ')
    .map((one, index, { length }) => [
      length === 1 ? name : `${name}_${index + 1}`,
      `${one} ON ${table}`,
    ]);
}
