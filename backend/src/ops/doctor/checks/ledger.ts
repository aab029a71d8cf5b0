import type { Check } from '../check.js';
import { lookBySql } from '../sql-check.js';

export const LEDGER_ADDS_UP: Check = {
  name: 'The ledger adds up, entry by entry',
  look: lookBySql({
    things: 'entries',
    from: 'points_entry',
    faults: `
SELECT 'entry ' || number || ' of ' || wallet || ' says ' || total || ' points in all, and the entries up to it make '
  || added AS what
FROM (
  SELECT number, wallet, total, sum(points) OVER (PARTITION BY wallet ORDER BY number) AS added
  FROM points_entry) AS entry
WHERE total <> added`,
  }),
  remedy: 'the ledger is never changed: restore a backup from before',
  repair: null,
};
