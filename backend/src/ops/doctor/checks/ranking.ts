import { RANK_LEVELS } from '../../../game.js';
import { WEEKS_BY_REFERRALS } from '../../../database/schema/week-total.js';
import { lookBySql, repairBySql, type Check } from '../check.js';

/** The nodes over every rank key, on the board of all time and on those of the weeks. */
const NODES = `
  SELECT board, column1 AS digits, substr(rank_key, 1, column1) AS prefix
  FROM (
    SELECT '' AS board, rank_key FROM wallet WHERE rank_key IS NOT NULL
    UNION ALL SELECT week, rank_key FROM week_total WHERE rank_key IS NOT NULL) AS ranked
  CROSS JOIN (VALUES ${RANK_LEVELS.map((digits) => `(${digits})`).join(', ')}) AS levels`;

/** The ranking is counted from the weeks as from the wallets, so it is counted after them. */
export const RANKING_COUNTED = repairBySql(
  'counted the weeks and the ranking again',
  'DELETE FROM week_total',
  `INSERT INTO week_total (week, referrer_number, recruits) ${WEEKS_BY_REFERRALS}`,
  'DELETE FROM rank_count',
  `INSERT INTO rank_count (board, digits, prefix, wallets)
SELECT board, digits, prefix, count(*) FROM (${NODES}) AS node GROUP BY board, digits, prefix`,
);

export const RANKING_CHECKS: readonly Check[] = [
  {
    name: 'Recruits of weeks are those of the referrals',
    look: lookBySql(
      ['recruit of a week', 'recruits of weeks'],
      '(SELECT recruit FROM referral WHERE week IS NOT NULL)',
      `
SELECT address || ' has ' || sum(kept) || ' recruits of ' || week || ', and the referrals make ' || sum(there) AS what
FROM (
  SELECT week, referrer_number, recruits AS kept, 0 AS there FROM week_total
  UNION ALL SELECT week, referrer_number, 0, recruits FROM (${WEEKS_BY_REFERRALS}) AS counted) AS told
JOIN wallet ON joined_number = referrer_number
GROUP BY address, week HAVING sum(kept) <> sum(there)`,
    ),
    repair: RANKING_COUNTED,
  },
  {
    name: 'The counted ranking is that of the wallets',
    look: lookBySql(
      ['wallet with a rank', 'wallets with a rank'],
      '(SELECT rank_key FROM wallet WHERE rank_key IS NOT NULL)',
      `
SELECT 'rank_count has ' || sum(kept) || ' wallets at "' || prefix || '"'
  || CASE board WHEN '' THEN '' ELSE ' of ' || board END || ', and there are ' || sum(there) AS what
FROM (
  SELECT board, digits, prefix, wallets AS kept, 0 AS there FROM rank_count
  UNION ALL SELECT board, digits, prefix, 0, 1 FROM (${NODES}) AS node) AS counted
GROUP BY board, digits, prefix HAVING sum(kept) <> sum(there)`,
    ),
    repair: RANKING_COUNTED,
  },
];
