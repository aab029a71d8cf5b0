import type { Connection } from './database.js';

const PAGE = `
SELECT address AS wallet, direct_recruits AS recruits, proven_recruits AS provenRecruits, points,
  1000 * (direct_recruits - proven_recruits) AS pendingPoints
FROM wallet WHERE direct_recruits > 0
ORDER BY points DESC, direct_recruits DESC, number LIMIT ?`;

const TOTAL = 'SELECT count(*) AS total FROM wallet WHERE direct_recruits > 0';

const RANK = `
CASE WHEN direct_recruits > 0 THEN 1
  + (SELECT count(*) FROM wallet WHERE direct_recruits > 0 AND points > me.points)
  + (SELECT count(*) FROM wallet
     WHERE direct_recruits > 0 AND points = me.points AND direct_recruits > me.direct_recruits)
  + (SELECT count(*) FROM wallet
     WHERE direct_recruits > 0 AND points = me.points AND direct_recruits = me.direct_recruits AND number < me.number)
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

/** Answers the questions of the page as one writes it down by hand: a rank is counted on the index. */
export class Reads {
  private readonly pageOf;
  private readonly total;
  private readonly stats;

  constructor(connection: Connection) {
    this.pageOf = connection.prepare<object>(PAGE);
    this.total = connection.prepare<{ total: number }>(TOTAL);
    this.stats = connection.prepare<object>(STATS);
  }

  async leaderboard(limit: number): Promise<object> {
    const [entries, [counted]] = await Promise.all([this.pageOf.all(limit), this.total.all()]);
    return {
      entries: entries.map((entry, index) => ({ rank: index + 1, ...entry })),
      total: counted?.total ?? 0,
      next: null,
    };
  }

  async statsOf(wallet: string): Promise<object> {
    const [stats] = await this.stats.all(wallet);
    return stats ?? { wallet, directRecruits: 0, points: 0, rank: null };
  }
}
