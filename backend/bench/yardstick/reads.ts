import type { Connection } from './database.js';

const PAGE = `
SELECT address AS wallet, direct_recruits AS recruits, proven_recruits AS provenRecruits, points,
  1000 * (direct_recruits - proven_recruits) AS pendingPoints,
  (SELECT count(*) FROM wallet WHERE proven_recruits > 0) AS total
FROM wallet WHERE proven_recruits > 0
ORDER BY points DESC, direct_recruits DESC, number LIMIT ?`;

const RANK = `
CASE WHEN proven_recruits > 0 THEN 1
  + (SELECT count(*) FROM wallet WHERE proven_recruits > 0 AND points > me.points)
  + (SELECT count(*) FROM wallet
     WHERE proven_recruits > 0 AND points = me.points AND direct_recruits > me.direct_recruits)
  + (SELECT count(*) FROM wallet
     WHERE proven_recruits > 0 AND points = me.points AND direct_recruits = me.direct_recruits AND number < me.number)
END`;

const STREAK = `(
  WITH RECURSIVE streak (day) AS (
    SELECT * FROM (
      SELECT day FROM check_in WHERE wallet = me.address AND day BETWEEN date('now', '-1 day') AND date('now')
      ORDER BY day DESC LIMIT 1)
    UNION ALL
    SELECT check_in.day FROM streak
    JOIN check_in ON check_in.wallet = me.address AND check_in.day = date(streak.day, '-1 day')
  ) SELECT count(*) FROM streak)`;

const STATS = `
SELECT address AS wallet, direct_recruits AS directRecruits, proven_recruits AS provenRecruits, points,
  1000 * (direct_recruits - proven_recruits) AS pendingPoints, ${RANK} AS rank,
  referral.referrer, referral.status AS referrerStatus, ${STREAK} AS streak
FROM wallet AS me LEFT JOIN referral ON referral.recruit = me.address WHERE address = ?`;

export function answerReads({ prepare }: Connection) {
  const readPage = prepare<{ total: number }>(PAGE);
  const readStats = prepare<object>(STATS);
  return {
    async leaderboard(limit: number): Promise<object> {
      const rows = await readPage(limit);
      return {
        // JSON omits undefined properties.
        entries: rows.map((row, index) => ({ ...row, rank: index + 1, total: undefined })),
        total: rows[0]?.total ?? 0,
        next: rows.length < limit ? null : String(limit),
      };
    },
    async statsOf(wallet: string): Promise<object> {
      const [stats] = await readStats(wallet);
      return stats ?? { wallet, directRecruits: 0, points: 0, rank: null };
    },
  };
}
