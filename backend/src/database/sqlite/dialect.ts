import type { Dialect } from '../dialect.js';
import { RECORD_CLAIMS } from '../schema/claims.js';
import { SUSPEND_TRIGGERS } from '../schema/trigger-suspension.js';
import { brokenRule, isStorageFault } from './connection.js';

/** SQLite. Its own `$1` would count parameters by their first appearance. */
export const SQLITE_DIALECT: Dialect = {
  toSql: (sql) => sql.replaceAll(/\$(\d+)/g, '?$1'),
  elementsOf: (parameter) => `json_each(${parameter})`,
  dayBefore: (day) => `date(${day}, '-1 day')`,
  lockWallets: null,
  recordClaims: RECORD_CLAIMS.sqlite,
  isFault: isStorageFault,
  brokenRule,
  suspendTriggers: SUSPEND_TRIGGERS.sqlite,
  deriveAlone: null,
  snapshotLevel: 'SERIALIZABLE',
};
