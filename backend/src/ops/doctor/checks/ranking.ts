import { dialectOf } from '../../../database/dialect.js';
import { POINTS_COUNTED, recountBoards, weeksCompared } from '../../../database/objects/recount.js';
import { lookBySql, type Check, type Repair } from '../check.js';

const BOARDS_COUNTED: Repair = {
  did: 'counted the weeks and the points again',
  run: async (manager) => {
    for (const statement of recountBoards(dialectOf(manager))) await manager.query(statement);
  },
};

export const RANKING_CHECKS: readonly Check[] = [
  {
    name: 'Recruits of weeks are those of the referrals',
    look: (context) =>
      lookBySql(
        ['recruit of a week', 'recruits of weeks'],
        '(SELECT recruit FROM referral WHERE week IS NOT NULL)',
        `
SELECT address || ' has ' || sum(kept) || ' recruits of ' || week || ', and the referrals make ' || sum(there) AS what
FROM (${weeksCompared(dialectOf(context.manager))}) AS told
JOIN wallet ON joined_number = referrer_number
GROUP BY address, week HAVING sum(kept) <> sum(there)`,
      )(context),
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
