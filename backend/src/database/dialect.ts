import { DataSource, type EntityManager } from 'typeorm';

type DatabaseKind = 'sqlite' | 'postgres';

export function kindOf(source: DataSource | EntityManager): DatabaseKind {
  const { options } = source instanceof DataSource ? source : source.connection;
  return options.type === 'postgres' ? 'postgres' : 'sqlite';
}

export type PerKind<T> = Readonly<Record<DatabaseKind, T>>;

const DIALECTS = {
  sqlite: {
    /** Table of the texts in the JSON array `parameter`, with columns `key` (position) and `value`. */
    elementsOf: (parameter: string): string => `json_each(${parameter})`,
    /** SELECT of the pairs in the JSON array `parameter`, with columns `n` (position), `first` and `second`. */
    pairsOf: (parameter: string, first: string, second: string): string =>
      `SELECT key AS n, value ->> 0 AS ${first}, value ->> 1 AS ${second} FROM json_each(${parameter})`,
    /**
     * SELECT of the given columns of the objects in the JSON array `parameter`, in the order of the array. PostgreSQL
     * takes the columns' types from `table`.
     */
    recordsOf: (parameter: string, _table: string, columns: readonly string[]): string =>
      `SELECT ${columns.map((name) => `value ->> '${name}' AS ${name}`).join(', ')} FROM json_each(${parameter}) ORDER BY key`,
    dayBefore: (day: string): string => `date(${day}, '-1 day')`,
    mondayOf: (day: string): string => `date(${day}, 'weekday 0', '-6 days')`,
    /** The UTC week, such as 2026-W48, of `time` minus `minutesBefore`. */
    weekOf: (time: string, minutesBefore = 0): string => {
      const thursday = `${time}, '-${minutesBefore} minutes', 'weekday 0', '-3 days'`;
      return `strftime('%Y', ${thursday}) || printf('-W%02d', (strftime('%j', ${thursday}) + 6) / 7)`;
    },
    /** A stored time in the format of `datetime()`. */
    shownTime: (time: string): string => `replace(substr(${time}, 1, 19), 'T', ' ')`,
    shownDay: (day: string): string => day,
    daysAgo: (days: number): string => `date('now', '-${days} days')`,
    databaseId: `SELECT value AS id FROM internal_identity WHERE name = 'database'`,
    begin: 'BEGIN IMMEDIATE',
    commit: 'COMMIT',
  },

  /** PostgreSQL, 13 or newer. */
  postgres: {
    elementsOf: (parameter: string): string =>
      `json_array_elements_text(CAST(${parameter} AS json)) WITH ORDINALITY AS element (value, key)`,
    pairsOf: (parameter: string, first: string, second: string): string =>
      `SELECT n, pair ->> 0 AS ${first}, pair ->> 1 AS ${second}
  FROM json_array_elements(CAST(${parameter} AS json)) WITH ORDINALITY AS element (pair, n)`,
    recordsOf: (parameter: string, table: string, columns: readonly string[]): string =>
      `SELECT ${columns.join(', ')}
  FROM json_populate_recordset(CAST(NULL AS ${table}), CAST(${parameter} AS json)) WITH ORDINALITY ORDER BY ordinality`,
    dayBefore: (day: string): string => `to_char(CAST(${day} AS date) - 1, 'YYYY-MM-DD')`,
    mondayOf: (day: string): string =>
      `to_char(date_trunc('week', CAST(${day} AS timestamp)), 'YYYY-MM-DD')`,
    weekOf: (time: string, minutesBefore = 0): string =>
      `to_char(CAST(${time} AS timestamptz) AT TIME ZONE 'UTC' - interval '${minutesBefore} minutes', 'IYYY"-W"IW')`,
    // The casts cannot fail: constraints enforce the format of times and days.
    shownTime: (time: string): string => `CAST(substr(${time}, 1, 19) || 'Z' AS timestamptz)`,
    shownDay: (day: string): string => `CAST(${day} AS date)`,
    daysAgo: (days: number): string =>
      `to_char(now() AT TIME ZONE 'UTC' - interval '${days} days', 'YYYY-MM-DD')`,
    databaseId: `
SELECT concat_ws('/', system_identifier, pg_database.oid, CAST(CAST('internal_identity' AS regclass) AS oid)) AS id
FROM pg_control_system(), pg_database WHERE datname = current_database()`,
    begin: 'BEGIN; SELECT pg_advisory_xact_lock(20563, 1)',
    // COMMIT alone would roll back a failed transaction without an error.
    commit: 'SELECT 1; COMMIT',
  },
};

export type Dialect = (typeof DIALECTS)[DatabaseKind];

export const dialectOf = (source: DataSource | EntityManager): Dialect => DIALECTS[kindOf(source)];
