import { RANK_LEVELS } from '../../../game.js';
import type { Check } from '../check.js';
import { lookBySql, REPAIR, repairBySql } from '../check.js';

/** The nodes over every rank key. */
const NODES = `
  SELECT column1 AS digits, substr(rank_key, 1, column1) AS prefix
  FROM wallet CROSS JOIN (VALUES ${RANK_LEVELS.map((digits) => `(${digits})`).join(', ')}) AS levels
  WHERE rank_key IS NOT NULL`;

export const RANKING_COUNTED = repairBySql(
  'counted the ranking again',
  'DELETE FROM rank_count',
  `INSERT INTO rank_count (digits, prefix, wallets)
SELECT digits, prefix, count(*) FROM (${NODES}) AS node GROUP BY digits, prefix`,
);

export const RANKING_FOLLOWS: Check = {
  name: 'The counted ranking is that of the wallets',
  look: lookBySql(
    ['wallet with a rank', 'wallets with a rank'],
    '(SELECT rank_key FROM wallet WHERE rank_key IS NOT NULL)',
    `
SELECT 'rank_count has ' || sum(kept) || ' wallets at "' || prefix || '", and there are ' || sum(there) AS what
FROM (
  SELECT digits, prefix, wallets AS kept, 0 AS there FROM rank_count
  UNION ALL SELECT digits, prefix, 0, 1 FROM (${NODES}) AS node) AS counted
GROUP BY digits, prefix HAVING sum(kept) <> sum(there)`,
  ),
  remedy: REPAIR,
  repair: RANKING_COUNTED,
};
