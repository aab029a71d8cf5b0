import type { Check } from '../check.js';
import { REPAIR } from '../check.js';
import { lookBySql, repairBySql } from '../sql-check.js';

const LAST_TOTAL = `coalesce((
    SELECT total FROM points_entry WHERE points_entry.wallet = wallet.address ORDER BY number DESC LIMIT 1), 0)`;

export const POINTS_FOLLOW: Check = {
  name: 'Points of wallets are those of the ledger',
  look: lookBySql({
    things: 'wallets',
    from: 'wallet',
    faults: `
SELECT address || ' has ' || points || ' points, and the ledger says ' || last_total AS what
FROM (SELECT address, points, ${LAST_TOTAL} AS last_total FROM wallet) AS told
WHERE points <> last_total`,
  }),
  remedy: REPAIR,
  repair: repairBySql(
    'took the points of wallets from the ledger',
    `UPDATE wallet SET points = ${LAST_TOTAL} WHERE points <> ${LAST_TOTAL}`,
  ),
};
