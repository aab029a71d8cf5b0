import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { dayOf } from '../core/clock.js';
import type { Dialect } from '../database/dialect.js';
import { insertAll } from '../database/rows.js';
import { repositoryOf } from '../database/repository.js';
import { POINTS_PER_CHECK_IN } from '../game.js';
import { CheckIn } from './check-in.entity.js';
import { LedgerRepository } from './ledger.repository.js';

const returnedRows = z.array(z.object({ wallet: z.string() }));

@Injectable()
export class CheckInRepository extends repositoryOf(CheckIn) {
  /**
   * Checks wallets in on the UTC day of `now`. The wallets must not be banned. Returns those that had no check-in
   * on that day.
   */
  async checkIn(wallets: readonly string[], now: Date): Promise<string[]> {
    const day = dayOf(now);
    const recordedAt = now.toISOString();
    const rows = wallets.map((wallet) => ({ wallet, day, checkedInAt: recordedAt }));
    const returned = await insertAll(this, rows, 'ON CONFLICT DO NOTHING RETURNING wallet');
    const added = returnedRows.parse(returned).map(({ wallet }) => wallet);
    const [cause, reference, points] = ['check-in', day, POINTS_PER_CHECK_IN] as const;
    const entries = added.map((wallet) => ({ wallet, cause, reference, points, recordedAt }));
    await new LedgerRepository(this.manager).add(...entries);
    return added;
  }
}

/**
 * Returns an SQL expression for the length of a streak (docs/product.md, Points). A missing check-in today does not end
 * it; check-ins after today are ignored.
 * @param wallet SQL of the address
 * @param today SQL of the UTC day
 */
export function streakOf({ dayBefore, mondayOf }: Dialect, wallet: string, today: string): string {
  const yesterday = dayBefore(today);
  const before = dayBefore('streak.day');
  return `(
    WITH RECURSIVE streak (day, forgiven) AS (
      SELECT day, CASE WHEN day < ${yesterday} THEN ${mondayOf(yesterday)} ELSE '' END
      FROM (
        SELECT day FROM check_in
        WHERE wallet = ${wallet} AND day BETWEEN ${dayBefore(yesterday)} AND ${today}
        ORDER BY day DESC LIMIT 1) AS latest
      UNION ALL
      SELECT check_in.day, CASE check_in.day WHEN ${before} THEN forgiven ELSE ${mondayOf(before)} END
      FROM streak JOIN check_in ON check_in.wallet = ${wallet} AND check_in.day = (
        SELECT max(earlier.day) FROM check_in AS earlier
        WHERE earlier.wallet = ${wallet} AND earlier.day < streak.day)
      WHERE check_in.day = ${before}
        OR (check_in.day = ${dayBefore(before)} AND forgiven <> ${mondayOf(before)})
    ) SELECT count(*) FROM streak)`;
}
