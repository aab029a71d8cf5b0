import type { Check } from '../check.js';
import { lookBySql } from '../sql-check.js';

/** Columns that name a wallet. */
const NAMING = [
  ['referral', 'recruit'],
  ['referral', 'referrer'],
  ['revoked_referral', 'recruit'],
  ['revoked_referral', 'referrer'],
  ['points_entry', 'wallet'],
  ['check_in', 'wallet'],
  ['session', 'wallet'],
  ['operator_action', 'subject'],
];

const FAULTS = NAMING.map(
  ([table = '', column = '']) => `
SELECT '${table}: the ${column} ' || ${table}.${column} || ' is not in wallet' AS what
FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM wallet WHERE address = ${table}.${column})`,
);

const ROWS = NAMING.map(([table = '', column = '']) => `SELECT ${column} FROM ${table}`);

export const NO_STRANGERS: Check = {
  name: 'Every row belongs to a wallet that is there',
  look: lookBySql({
    things: 'names of wallets',
    from: `(${ROWS.join(' UNION ALL ')})`,
    faults: FAULTS.join('\nUNION ALL'),
  }),
  remedy: 'restore a backup that has the wallet',
  repair: null,
};
