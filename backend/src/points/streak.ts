import type { Dialect } from '../database/dialect.js';

/**
 * SQL of the number of days in a row, up to today or yesterday, on which a wallet checked in. A check-in after today
 * counts for nothing: the clock was wrong then.
 * @param wallet SQL of the wallet's address
 * @param today SQL of the UTC day, YYYY-MM-DD
 */
export function streakOf({ dayBefore }: Dialect, wallet: string, today: string): string {
  return `(
    WITH RECURSIVE streak (day) AS (
      SELECT * FROM (
        SELECT day FROM check_in
        WHERE wallet = ${wallet} AND day BETWEEN ${dayBefore(today)} AND ${today}
        ORDER BY day DESC LIMIT 1) AS latest
      UNION ALL
      SELECT check_in.day FROM streak
      JOIN check_in ON check_in.wallet = ${wallet} AND check_in.day = ${dayBefore('streak.day')}
    ) SELECT count(*) FROM streak)`;
}
