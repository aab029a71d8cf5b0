import { LEVELS } from '../../../leaderboard/place.js';
import type { Check } from '../check.js';
import { REPAIR, repairBySql } from '../check.js';

/** The nodes over every place. */
const NODES = `
  SELECT column1 AS digits, substr(place, 1, column1) AS prefix
  FROM wallet CROSS JOIN (VALUES ${LEVELS.map((digits) => `(${digits})`).join(', ')}) AS levels
  WHERE place IS NOT NULL`;

/** Counts the places of the wallets, when `standing` is empty. */
const COUNT_AGAIN = `
INSERT INTO standing (digits, prefix, wallets)
SELECT digits, prefix, count(*) FROM (${NODES}) AS node GROUP BY digits, prefix`;

export const RANKING_COUNTED = repairBySql(
  'counted the ranking again',
  'DELETE FROM standing',
  COUNT_AGAIN,
);

export const RANKING_FOLLOWS: Check = {
  name: 'The counted ranking is that of the wallets',
  look: {
    things: 'wallets with a place',
    from: '(SELECT place FROM wallet WHERE place IS NOT NULL)',
    faults: `
SELECT 'standing counts ' || sum(kept) || ' wallets at "' || prefix || '", and there are ' || sum(there) AS what
FROM (
  SELECT digits, prefix, wallets AS kept, 0 AS there FROM standing
  UNION ALL SELECT digits, prefix, 0, 1 FROM (${NODES}) AS node) AS counted
GROUP BY digits, prefix HAVING sum(kept) <> sum(there)`,
  },
  remedy: REPAIR,
  repair: RANKING_COUNTED,
};
