import type { Refusal, Table } from './table.js';

/** A row of the table and of no other names a wallet that is not there: SQLite's shell has foreign keys off. */
export const NOT_A_WALLET = 'NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.wallet)';

/** The rows of a table stay as they were added. */
export function kept(table: string, sentence: string): Refusal {
  return { name: `${table}_kept`, events: ['DELETE', 'UPDATE'], when: 'true', sentence };
}

/** The same statements of a table's refusals on SQLite, which knows no trigger on several events. */
export function refusalsOnSqlite({ name: table, refusals = [] }: Table): string[] {
  return refusals.flatMap(({ name, events, when, sentence }) =>
    sqliteRefusals(
      name,
      events.map((event) => `${event} ON ${table}`),
      when,
      sentence,
    ),
  );
}

/** The same on PostgreSQL. */
export function refusalsOnPostgres({ name: table, refusals = [] }: Table): string[] {
  return refusals.flatMap(({ name, events, when, sentence }) =>
    postgresRefusal(name, `${events.join(' OR ')} ON ${table} FOR EACH ROW`, [[when, sentence]]),
  );
}

/** SQLite: a trigger for each event that stops what is about to happen. */
export function sqliteRefusals(
  name: string,
  events: readonly string[],
  when: string,
  sentence: string,
): string[] {
  return events.map((event, index) =>
    sqliteRefusal(events.length === 1 ? name : `${name}_${index + 1}`, event, when, sentence),
  );
}

/** SQLite: a trigger that stops what is about to happen. */
export function sqliteRefusal(
  name: string,
  event: string,
  when: string,
  sentence: string,
  moment: 'BEFORE' | 'AFTER' = 'BEFORE',
): string {
  return `CREATE TRIGGER "${name}" ${moment} ${event}
WHEN ${when}
BEGIN SELECT RAISE(ABORT, '${sentence}'); END`;
}

/** SQLite: a trigger after an event, always or when a condition holds. */
export function sqliteTrigger(
  name: string,
  event: string,
  when: string | null,
  body: string,
): string {
  return `CREATE TRIGGER "${name}" AFTER ${event}${when === null ? '' : `\nWHEN ${when}`} BEGIN
${body}
END`;
}

/** What must not be, as SQL, and the sentence that says so. */
type RefusedCase = readonly [when: string, sentence: Refusal['sentence']];

/** PostgreSQL: a trigger with its function. In `body`, a row that is not there (NEW, OLD) is NULL. */
export function postgresTrigger(name: string, event: string, body: string): string[] {
  return [
    `CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$
${body}
$$`,
    `CREATE TRIGGER "${name}" ${event} EXECUTE FUNCTION "${name}"()`,
  ];
}

/** PostgreSQL: a trigger that stops what is about to happen, with the sentence of the first thing that must not be. */
export function postgresRefusal(
  name: string,
  event: string,
  cases: readonly RefusedCase[],
): string[] {
  return postgresTrigger(
    name,
    `BEFORE ${event}`,
    `BEGIN
${postgresRefusals(cases)}
  RETURN coalesce(NEW, OLD);
END`,
  );
}

/** plpgsql that stops with the sentence of the first thing that must not be. */
export function postgresRefusals(cases: readonly RefusedCase[]): string {
  return cases
    .map(
      ([when, sentence]) => `  IF (${when}) THEN
    RAISE integrity_constraint_violation USING MESSAGE = '${sentence}';
  END IF;`,
    )
    .join('\n');
}
