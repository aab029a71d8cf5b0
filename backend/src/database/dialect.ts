import type { DataSource, EntityManager } from 'typeorm';
import { kindOf, type DatabaseKind } from './schema/table.js';

/** What a kind of database spells in its own way. Everything else is one text of SQL for both kinds. */
const DIALECTS = {
  sqlite: {
    /**
     * SQL of a table made of a parameter, which holds a JSON array of texts: a row for each, with its position as `key` and
     * itself as `value`. So one text of SQL does for any number of them, and is compiled once.
     */
    elementsOf: (parameter: string): string => `json_each(${parameter})`,
    /** SQL of the day before a day, and of the Monday of its week; all are text, YYYY-MM-DD. */
    dayBefore: (day: string): string => `date(${day}, '-1 day')`,
    mondayOf: (day: string): string => `date(${day}, 'weekday 0', '-6 days')`,
    /**
     * Has everybody else who decides about the referrals of a referrer `$1` and a recruit `$2` wait for this transaction;
     * null where transactions wait for each other anyway.
     */
    lockWallets: null,
    /** What a SELECT ends with that changes the rows that it finds, so that it leaves out those that others are changing. */
    skipLocked: '',
  },

  /** PostgreSQL, 13 or newer. */
  postgres: {
    elementsOf: (parameter: string): string =>
      `json_array_elements_text(CAST(${parameter} AS json)) WITH ORDINALITY AS element (value, key)`,
    dayBefore: (day: string): string => `to_char(CAST(${day} AS date) - 1, 'YYYY-MM-DD')`,
    mondayOf: (day: string): string =>
      `to_char(date_trunc('week', CAST(${day} AS timestamp)), 'YYYY-MM-DD')`,
    lockWallets: 'SELECT lock_wallets($1, $2)',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
  },
};

export type Dialect = (typeof DIALECTS)[DatabaseKind];

/** How the database at the other end is spoken to. */
export const dialectOf = (source: DataSource | EntityManager): Dialect => DIALECTS[kindOf(source)];
