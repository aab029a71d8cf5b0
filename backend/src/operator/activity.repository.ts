import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { COSTLY } from '../database/database.js';
import { select } from '../database/reader.js';
import { countRow } from '../database/rows.js';
import { AuditLogEntry } from '../wallet/audit-log-entry.entity.js';
import { statusReportSchema } from './status-report.js';

const { shape } = statusReportSchema;

type Row<Rows extends 'days' | 'growth' | 'suspects' | 'actions'> = z.infer<
  (typeof shape)[Rows]['element']
>;

const MAX_ROWS = 10;

/**
 * Returns SQL that counts sign-ins, claims and proofs by day, since the day $1.
 * @param claims SELECTs that count the unproven claims
 */
const daysSql = (claims: readonly string[]): string => `
SELECT day, sum(sign_ins) AS "signIns", sum(claims) AS claims, sum(proofs) AS proofs FROM (
  SELECT substr(created_at, 1, 10) AS day, 1 AS sign_ins, 0 AS claims, 0 AS proofs FROM session WHERE created_at >= $1
  UNION ALL
  SELECT substr(claimed_at, 1, 10), 0, 1, 0 FROM referral
  WHERE status = 'proven' AND proven_at >= $1 AND claimed_at >= $1 AND claimed_at <> proven_at
  UNION ALL
  SELECT substr(claimed_at, 1, 10), 0, 1, 0 FROM claim_history_entry WHERE claimed_at >= $1
  UNION ALL
  SELECT substr(proven_at, 1, 10), 0, 0, 1 FROM referral WHERE status = 'proven' AND proven_at >= $1
  UNION ALL
  ${claims.join('\n  UNION ALL ')}) AS event
GROUP BY day`;

/** Counts a range of the index, since grouping all claims by day would be slow. */
const claimsOf = (day: string, next: string): string => `
  SELECT '${day}', 0, count(*), 0 FROM referral
  WHERE status = 'claimed' AND claimed_at >= '${day}' AND claimed_at < '${next}'`;

const GROWTH = `
SELECT referrer AS wallet, this_week AS week, week_before AS "weekBefore" FROM growth LIMIT ${MAX_ROWS}`;

const SUSPECTS = `SELECT wallet, reason FROM suspects LIMIT ${MAX_ROWS}`;

const UNPROVEN = `SELECT count(*) AS count FROM referral WHERE status = 'claimed' AND claimed_at <= $1`;

@Injectable()
export class ActivityRepository {
  constructor(@InjectEntityManager(COSTLY) private readonly manager: EntityManager) {}

  /**
   * Returns the counts by day, in any order.
   * @param days newest first, without gaps
   * @param end the day after the newest
   */
  days(days: readonly string[], end: string): Promise<Row<'days'>[]> {
    const claims = days.map((day, index) => claimsOf(day, days[index - 1] ?? end));
    return select(this.manager, shape.days.element, daysSql(claims), [days.at(-1) ?? end]);
  }

  growth(): Promise<Row<'growth'>[]> {
    return select(this.manager, shape.growth.element, GROWTH);
  }

  suspects(): Promise<Row<'suspects'>[]> {
    return select(this.manager, shape.suspects.element, SUSPECTS);
  }

  async countUnproven(claimedUntil: Date): Promise<number> {
    const [row] = await select(this.manager, countRow, UNPROVEN, [claimedUntil.toISOString()]);
    return row?.count ?? 0;
  }

  async newestActions(): Promise<Row<'actions'>[]> {
    const order = { number: 'DESC' } as const;
    const entries = await this.manager.find(AuditLogEntry, { order, take: MAX_ROWS });
    return entries.map(({ actedAt, action, subject, why }) => {
      const other = action === 'sign-out-all' ? 'everybody' : 'the log';
      return { actedAt, action, subject: subject ?? other, why };
    });
  }
}
