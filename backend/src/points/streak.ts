/**
 * SQL for the number of days in a row, up to today or yesterday, on which a wallet checked in. A check-in after today
 * counts for nothing: the clock was wrong then.
 * @param wallet SQL of the wallet's address
 * @param today SQL of the UTC day, YYYY-MM-DD
 */
export function streakOf(wallet: string, today: string): string {
  return `(
    WITH RECURSIVE streak (day) AS (
      SELECT * FROM (
        SELECT day FROM check_in
        WHERE wallet = ${wallet} AND day BETWEEN date(${today}, '-1 day') AND ${today}
        ORDER BY day DESC LIMIT 1)
      UNION ALL
      SELECT check_in.day FROM streak
      JOIN check_in ON check_in.wallet = ${wallet} AND check_in.day = date(streak.day, '-1 day')
    ) SELECT count(*) FROM streak)`;
}
