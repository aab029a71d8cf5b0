import type { DatabaseKind, PerKind, Refusal, Table } from './table.js';

/** A new row names a wallet that is there: SQLite's shell has foreign keys off. */
export function ofKnownWallet(table: string): Refusal {
  return {
    name: `${table}_orphans_refused`,
    events: ['INSERT'],
    when: 'NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.wallet)',
    sentence: 'the wallet must be in wallet',
  };
}

/**
 * A new row gets its number from the database; OR REPLACE would remove the row that has it without a word.
 * @param owner the column with the wallet that PostgreSQL, which sees a number only once it is given, holds the order for
 */
export function numberedInOrder(table: string, owner: string): Refusal {
  return {
    name: `${table}_numbered_in_order`,
    events: ['INSERT'],
    when: {
      sqlite: 'NEW.number <> -1',
      postgres: `NEW.number <= (SELECT max(number) FROM ${table} WHERE ${owner} = NEW.${owner})`,
    },
    sentence: 'number is given: leave it out',
  };
}

/** The rows of a table stay as they were added. */
export function kept(table: string, sentence: string): Refusal {
  return { name: `${table}_kept`, events: ['DELETE', 'UPDATE'], when: 'true', sentence };
}

/** The statements that create the triggers of a table on SQLite, where the last one made is the first to act. */
export function triggersOnSqlite(table: Table): string[] {
  const { name: tableName, refusals = [], effects = [], triggers = {} } = table;
  return [
    ...effects.map(({ name, event, on = tableName, when = null, statements }) =>
      sqliteTrigger(name, `${event} ON ${on}`, when, textOf(statements, 'sqlite')),
    ),
    ...(triggers.sqlite ?? []),
    ...refusals.toReversed().flatMap((refusal) => sqliteRefusals(tableName, refusal)),
  ];
}

/** The same on PostgreSQL, where refusals of the same events are one trigger, named after the first. */
export function triggersOnPostgres(table: Table): string[] {
  const { name: tableName, refusals = [], effects = [], lock = null } = table;
  const groups = new Map<string, { name: string; cases: RefusedCase[] }>();
  for (const refusal of refusals) {
    const when = textOf(refusal.when, 'postgres');
    if (when === undefined) continue;
    const events = refusal.events.join(' OR ');
    const group = groups.get(events) ?? { name: refusal.name, cases: [] };
    group.cases.push([when, refusal.sentence]);
    groups.set(events, group);
  }
  return [
    ...Array.from(groups).flatMap(([events, { name, cases }]) =>
      postgresRefusal(
        name,
        `${events} ON ${tableName} FOR EACH ROW`,
        cases,
        events.startsWith('INSERT') ? lock : null,
      ),
    ),
    ...effects.flatMap(({ name, event, on = tableName, when, statements }) =>
      postgresTrigger(
        name,
        `AFTER ${event} ON ${on} FOR EACH ROW${when === undefined ? '' : ` WHEN (${when})`}`,
        `BEGIN
${textOf(statements, 'postgres')}
  RETURN NULL;
END`,
      ),
    ),
  ];
}

function textOf(texts: string | PerKind<string>, kind: DatabaseKind): string;
function textOf(texts: Refusal['when'], kind: DatabaseKind): string | undefined;
function textOf(texts: Refusal['when'], kind: DatabaseKind): string | undefined {
  return typeof texts === 'string' ? texts : texts[kind];
}

/** SQLite knows no trigger on several events. */
function sqliteRefusals(table: string, refusal: Refusal): string[] {
  const { name, events, sentence } = refusal;
  const when = textOf(refusal.when, 'sqlite');
  if (when === undefined) return [];
  return events.map(
    (
      event,
      index,
    ) => `CREATE TRIGGER "${events.length === 1 ? name : `${name}_${index + 1}`}" BEFORE ${event} ON ${table}
WHEN ${when}
BEGIN SELECT RAISE(ABORT, '${sentence}'); END`,
  );
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
export function postgresTrigger(
  name: string,
  event: string,
  body: string,
  kind: 'TRIGGER' | 'CONSTRAINT TRIGGER' = 'TRIGGER',
): string[] {
  return [
    `CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$
${body}
$$`,
    `CREATE ${kind} "${name}" ${event} EXECUTE FUNCTION "${name}"()`,
  ];
}

/** PostgreSQL: a trigger that stops what is about to happen, with the sentence of the first thing that must not be. */
export function postgresRefusal(
  name: string,
  event: string,
  cases: readonly RefusedCase[],
  lock: string | null = null,
): string[] {
  const refused = cases.map(([when, sentence]) => `    WHEN ${when} THEN '${sentence}'`);
  return postgresTrigger(
    name,
    `BEFORE ${event}`,
    `DECLARE
  refusal text;
BEGIN${lock === null ? '' : `\n${lock}`}
  refusal := CASE
${refused.join('\n')}
  END;
  IF refusal IS NOT NULL THEN
    RAISE integrity_constraint_violation USING MESSAGE = refusal;
  END IF;
  RETURN coalesce(NEW, OLD);
END`,
  );
}
