import { DataSource, type EntityManager } from 'typeorm';

export type DatabaseKind = 'sqlite' | 'postgres';

export function kindOf(source: DataSource | EntityManager): DatabaseKind {
  const { options } = source instanceof DataSource ? source : source.connection;
  return options.type === 'postgres' ? 'postgres' : 'sqlite';
}

/** What each kind says in words of its own. */
export type PerKind<T> = Readonly<Record<DatabaseKind, T>>;

/** What a kind of database spells in its own way. Everything else is one text of SQL for both kinds. */
const DIALECTS = {
  sqlite: {
    /** SQL of a table with the texts of the JSON array `parameter`: a row for each, with its position as `key` and `value`. */
    elementsOf: (parameter: string): string => `json_each(${parameter})`,
    /** A SELECT of the pairs of the JSON array `parameter`: their position `n`, and the two texts by these names. */
    pairsOf: (parameter: string, first: string, second: string): string =>
      `SELECT key AS n, value ->> 0 AS ${first}, value ->> 1 AS ${second} FROM json_each(${parameter})`,
    /** SQL of the day before a day, and of the Monday of its week; all are text, YYYY-MM-DD. */
    dayBefore: (day: string): string => `date(${day}, '-1 day')`,
    mondayOf: (day: string): string => `date(${day}, 'weekday 0', '-6 days')`,
    /** SQL of the UTC week of a time, such as 2026-W48, or of the time so many minutes before it. */
    weekOf: (time: string, minutesBefore = 0): string => {
      const thursday = `${time}, '-${minutesBefore} minutes', 'weekday 0', '-3 days'`;
      return `strftime('%Y', ${thursday}) || printf('-W%02d', (strftime('%j', ${thursday}) + 6) / 7)`;
    },
    /** SQL of the time at which a signed message was issued. */
    issuedAt: (message: string): string =>
      `substr(${message}, nullif(instr(${message}, char(10) || 'Issued At: '), 0) + 12, 24)`,
    /** Waits for every other transaction that decides about referrals, points or bans; null where they wait anyway. */
    lock: null,
  },

  /** PostgreSQL, 13 or newer. */
  postgres: {
    elementsOf: (parameter: string): string =>
      `json_array_elements_text(CAST(${parameter} AS json)) WITH ORDINALITY AS element (value, key)`,
    pairsOf: (parameter: string, first: string, second: string): string =>
      `SELECT n, pair ->> 0 AS ${first}, pair ->> 1 AS ${second}
  FROM json_array_elements(CAST(${parameter} AS json)) WITH ORDINALITY AS element (pair, n)`,
    dayBefore: (day: string): string => `to_char(CAST(${day} AS date) - 1, 'YYYY-MM-DD')`,
    mondayOf: (day: string): string =>
      `to_char(date_trunc('week', CAST(${day} AS timestamp)), 'YYYY-MM-DD')`,
    weekOf: (time: string, minutesBefore = 0): string =>
      `to_char(CAST(${time} AS timestamptz) AT TIME ZONE 'UTC' - interval '${minutesBefore} minutes', 'IYYY"-W"IW')`,
    issuedAt: (message: string): string =>
      `substring(${message} FROM '\\nIssued At: (\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z)')`,
    lock: 'SELECT pg_advisory_xact_lock(20563, 1)',
  },
};

export type Dialect = (typeof DIALECTS)[DatabaseKind];

/** How the database at the other end is spoken to. */
export const dialectOf = (source: DataSource | EntityManager): Dialect => DIALECTS[kindOf(source)];

/**
 * Waits until no other transaction decides about referrals, points or bans. It comes before the transaction reads or
 * writes any of them.
 */
export async function lockPyramid(manager: EntityManager): Promise<void> {
  const { lock } = dialectOf(manager);
  if (lock !== null) await manager.query(lock);
}
