import { DataSource, type EntityManager } from 'typeorm';
import { RECORD_CLAIMS } from './schema/claims.js';
import { SUSPEND_TRIGGERS } from './schema/trigger-suspension.js';

/**
 * What a kind of database spells in its own way. Everything else is one text of SQL for both kinds. A lock is null where
 * one transaction waits for another anyway.
 */
export interface Dialect {
  /**
   * SQL of a table made of a parameter, which holds a JSON array: a row for each element, with its position as `key`
   * and itself as `value`. So one text of SQL does for any number of elements, and is compiled once.
   */
  readonly elementsOf: (parameter: string) => string;

  /** SQL of the day before a day; both are text, YYYY-MM-DD. */
  readonly dayBefore: (day: string) => string;

  /** SQL of the Monday of the week of a day; both are text, YYYY-MM-DD. */
  readonly mondayOf: (day: string) => string;

  /** Has everybody else who decides about the referrals of a referrer `$1` and a recruit `$2` wait for this transaction. */
  readonly lockWallets: string | null;

  /**
   * The one statement that records those claims for which every rule evidently holds, makes their wallets known, and
   * returns their recruits. `$1` is a JSON array of pairs, each of a referrer and a recruit, and `$2` the time.
   */
  readonly recordClaims: string;

  /** What a SELECT ends with that changes the rows that it finds, so that it leaves out those that others are changing. */
  readonly skipLocked: string;

  /** What a transaction says before and after it changes by itself what triggers derive. */
  readonly suspendTriggers: { readonly begin: string; readonly end: string };

  /** Has everybody else who changes what is derived wait for this transaction. */
  readonly deriveAlone: string | null;

  /** The level of isolation at which a transaction reads everything as it is at one moment. */
  readonly snapshotLevel: 'SERIALIZABLE' | 'REPEATABLE READ';
}

/** SQLite. */
const SQLITE: Dialect = {
  elementsOf: (parameter) => `json_each(${parameter})`,
  dayBefore: (day) => `date(${day}, '-1 day')`,
  mondayOf: (day) => `date(${day}, 'weekday 0', '-6 days')`,
  lockWallets: null,
  recordClaims: RECORD_CLAIMS.sqlite,
  skipLocked: '',
  suspendTriggers: SUSPEND_TRIGGERS.sqlite,
  deriveAlone: null,
  snapshotLevel: 'SERIALIZABLE',
};

/** PostgreSQL, 13 or newer. */
const POSTGRES: Dialect = {
  elementsOf: (parameter) =>
    `json_array_elements(CAST(${parameter} AS json)) WITH ORDINALITY AS element (value, key)`,
  dayBefore: (day) => `to_char(CAST(${day} AS date) - 1, 'YYYY-MM-DD')`,
  mondayOf: (day) => `to_char(date_trunc('week', CAST(${day} AS timestamp)), 'YYYY-MM-DD')`,
  lockWallets: 'SELECT lock_wallets($1, $2)',
  recordClaims: RECORD_CLAIMS.postgres,
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  suspendTriggers: SUSPEND_TRIGGERS.postgres,
  deriveAlone: 'LOCK TABLE wallet, week_total, rank_count IN SHARE ROW EXCLUSIVE MODE',
  snapshotLevel: 'REPEATABLE READ',
};

/** How the database at the other end is spoken to. */
export function dialectOf(source: DataSource | EntityManager): Dialect {
  const { options } = source instanceof DataSource ? source : source.connection;
  return options.type === 'postgres' ? POSTGRES : SQLITE;
}
