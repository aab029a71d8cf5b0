import type { EntityManager } from 'typeorm';
import { dayOf } from '../core/clock.js';
import type { Dialect } from '../database/dialect.js';
import { isBanned } from '../wallet/wallets.js';
import { CheckIn } from './check-in.entity.js';

/**
 * Checks a wallet in on the UTC day of `now`, unless it has been or is banned; the points follow by a trigger.
 */
export async function checkIn(manager: EntityManager, wallet: string, now: Date): Promise<void> {
  const day = dayOf(now);
  if (await manager.existsBy(CheckIn, { wallet, day })) return;
  if (await isBanned(manager, wallet)) return;
  await manager.insert(CheckIn, { wallet, day, checkedInAt: now.toISOString() });
}

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
