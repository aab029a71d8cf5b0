import type { Dialect } from '../dialect.js';
import { brokenRule, isFault } from './faults.js';

/** PostgreSQL, 13 or newer. */
export const POSTGRES_DIALECT: Dialect = {
  spell: (sql) => sql,
  elementsOf: (parameter) =>
    `json_array_elements(CAST(${parameter} AS json)) WITH ORDINALITY AS element (value, key)`,
  dayBefore: (day) => `to_char(CAST(${day} AS date) - 1, 'YYYY-MM-DD')`,
  lockWallets: 'SELECT lock_pairs($1)',
  writeClaims: null,
  isFault,
  brokenRule,
  deriving: {
    begin: "SELECT set_config('pyramidion.deriving', 'on', true)",
    end: "SELECT set_config('pyramidion.deriving', 'off', true)",
  },
  deriveAlone: 'LOCK TABLE wallet, standing IN SHARE ROW EXCLUSIVE MODE',
  snapshotLevel: 'REPEATABLE READ',
};
