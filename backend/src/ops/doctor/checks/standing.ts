import { DEPTHS } from '../../../leaderboard/place.js';
import type { Check } from '../check.js';
import { REPAIR } from '../check.js';
import { lookBySql, repairBySql } from '../sql-check.js';

/** The nodes over every place. */
const NODES = `
  SELECT column1 AS depth, substr(place, 1, 2 * column1) AS prefix
  FROM wallet CROSS JOIN (VALUES ${DEPTHS.map((depth) => `(${depth})`).join(', ')}) AS depths
  WHERE place IS NOT NULL`;

/** Counts the places of the wallets, when `standing` is empty. */
const COUNT_AGAIN = `
INSERT INTO standing (depth, prefix, wallets)
SELECT depth, prefix, count(*) FROM (${NODES}) AS node GROUP BY depth, prefix`;

export const RANKING_COUNTED = repairBySql(
  'counted the ranking again',
  'DELETE FROM standing',
  COUNT_AGAIN,
);

export const STANDING_FOLLOWS: Check = {
  name: 'The counted ranking is that of the wallets',
  look: lookBySql({
    things: 'wallets with a place',
    from: '(SELECT place FROM wallet WHERE place IS NOT NULL)',
    faults: `
SELECT 'standing counts ' || sum(kept) || ' wallets at "' || prefix || '", and there are ' || sum(there) AS what
FROM (
  SELECT depth, prefix, wallets AS kept, 0 AS there FROM standing
  UNION ALL SELECT depth, prefix, 0, 1 FROM (${NODES}) AS node) AS counted
GROUP BY depth, prefix HAVING sum(kept) <> sum(there)`,
  }),
  remedy: REPAIR,
  repair: RANKING_COUNTED,
};
