import type { Dialect } from '../dialect.js';
import { RECORD_CLAIMS } from '../schema/claims.js';
import { SUSPEND_TRIGGERS } from '../schema/trigger-suspension.js';
import { brokenRule, isFault } from './faults.js';

/** PostgreSQL, 13 or newer. */
export const POSTGRES_DIALECT: Dialect = {
  toSql: (sql) => sql,
  elementsOf: (parameter) =>
    `json_array_elements(CAST(${parameter} AS json)) WITH ORDINALITY AS element (value, key)`,
  dayBefore: (day) => `to_char(CAST(${day} AS date) - 1, 'YYYY-MM-DD')`,
  lockWallets: 'SELECT lock_wallets($1, $2)',
  recordClaims: RECORD_CLAIMS.postgres,
  isFault,
  brokenRule,
  suspendTriggers: SUSPEND_TRIGGERS.postgres,
  deriveAlone: 'LOCK TABLE wallet, rank_count IN SHARE ROW EXCLUSIVE MODE',
  snapshotLevel: 'REPEATABLE READ',
};
