import {
  POINTS_COUNTED,
  RECOUNT_BOARDS,
  WEEKS_BY_REFERRALS,
} from '../../../database/objects/recount.js';
import { lookBySql, repairBySql, type Check } from '../check.js';

const BOARDS_COUNTED = repairBySql('counted the weeks and the points again', ...RECOUNT_BOARDS);

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
    repair: BOARDS_COUNTED,
  },
  {
    name: 'Wallets are counted by their points',
    look: lookBySql(
      ['number of points', 'numbers of points'],
      `(${POINTS_COUNTED})`,
      `
SELECT 'point_count has ' || sum(kept) || ' wallets with ' || points || ' points'
  || CASE board WHEN '' THEN '' ELSE ' in ' || board END || ', and there are ' || sum(there) AS what
FROM (
  SELECT board, points, wallets AS kept, 0 AS there FROM point_count
  UNION ALL SELECT board, points, 0, wallets FROM (${POINTS_COUNTED}) AS counted) AS told
GROUP BY board, points HAVING sum(kept) <> sum(there)`,
    ),
    repair: BOARDS_COUNTED,
  },
];
