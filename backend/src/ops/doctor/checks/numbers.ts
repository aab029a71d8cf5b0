import type { Check, Repair } from '../check.js';
import { REPAIR } from '../check.js';
import { lookBySql } from '../sql-check.js';

/** Tables of PostgreSQL whose rows are numbered by a sequence, and the column with the number. */
const NUMBERED = [
  ['wallet', 'joined_number'],
  ['operator_action', 'number'],
  ['points_entry', 'number'],
] as const;

const FAULTS = NUMBERED.map(
  ([table, column]) => `
SELECT 'the next number in ${table} is ' || next || ', and there is ' || highest AS what
FROM (
  SELECT last_value + CASE WHEN is_called THEN 1 ELSE 0 END AS next,
    (SELECT max(${column}) FROM ${table}) AS highest
  FROM ${table}_${column}_seq) AS ${table}_numbers
WHERE next <= highest`,
);

/** SQLite goes on after the highest number by itself. */
export const NUMBERED_ON: Repair = {
  did: 'had the numbers go on after the highest',
  run: async (manager) => {
    for (const [table, column] of NUMBERED) {
      await manager.query(`
SELECT setval('${table}_${column}_seq', greatest(max(${column}), (SELECT last_value FROM ${table}_${column}_seq)))
FROM ${table} HAVING max(${column}) IS NOT NULL`);
    }
  },
};

/** A sequence stays behind when rows are brought in by other tools, and then every new row fails. */
export const NUMBERS_GO_ON: Check = {
  name: 'New rows get numbers after the highest',
  look: lookBySql({
    things: 'numbered tables',
    from: `(VALUES ${NUMBERED.map(([table]) => `('${table}')`).join(', ')})`,
    faults: FAULTS.join('\nUNION ALL'),
  }),
  remedy: REPAIR,
  repair: NUMBERED_ON,
};
