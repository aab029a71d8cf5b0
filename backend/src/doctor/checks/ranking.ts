import { dialectOf } from '../../database/dialect.js';
import { POINTS_COUNTED, recountBoards, weeksCompared } from '../../database/objects/recount.js';
import { lookBySql, type Check, type Repair } from '../check.js';

const BOARDS_COUNTED: Repair = {
  did: 'recounted weeks and points',
  run: async (manager) => {
    for (const statement of recountBoards(dialectOf(manager))) await manager.query(statement);
  },
};

export const RANKING_CHECKS: readonly Check[] = [
  {
    name: 'Recruits of weeks match the referrals',
    look: (context) =>
      lookBySql(
        ['recruit of a week', 'recruits of weeks'],
        '(SELECT recruit FROM referral WHERE week IS NOT NULL)',
        `
SELECT address || ' has ' || sum(actual) || ' recruits of ' || week || ', but the referrals make ' || sum(expected) AS what
FROM (${weeksCompared(dialectOf(context.manager))}) AS told
JOIN wallet ON joined_number = referrer_number
GROUP BY address, week HAVING sum(actual) <> sum(expected)`,
      )(context),
    repair: BOARDS_COUNTED,
  },
  {
    name: 'Counts of wallets by points match the wallets',
    look: lookBySql(
      ['count', 'counts'],
      `(${POINTS_COUNTED})`,
      `
SELECT 'internal_point_count has ' || sum(actual) || ' wallets with ' || points || ' points'
  || CASE board WHEN '' THEN '' ELSE ' in ' || board END || ', but there are ' || sum(expected) AS what
FROM (
  SELECT board, points, wallets AS actual, 0 AS expected FROM internal_point_count
  UNION ALL SELECT board, points, 0, wallets FROM (${POINTS_COUNTED}) AS counted) AS told
GROUP BY board, points HAVING sum(actual) <> sum(expected)`,
    ),
    repair: BOARDS_COUNTED,
  },
];
