import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock, dayOf } from '../clock.js';
import type { Dialect } from '../database/dialect.js';
import { Reader } from '../database/reader.js';
import { walletsBefore } from '../leaderboard/place.js';
import { streakOf } from '../points/streak.js';
import { referralStatusSchema } from '../referral/referral.schema.js';
import { pendingPoints } from '../wallet/totals.js';
import type { ReferralStats } from './referral-stats.schema.js';

const statsRow = z.object({
  directRecruits: z.int(),
  provenRecruits: z.int(),
  points: z.int(),
  rank: z.int().nullable(),
  referrer: z.string().nullable(),
  referrerStatus: referralStatusSchema.nullable(),
  streak: z.int(),
});

const statsSql = (dialect: Dialect): string => `
SELECT direct_recruits AS "directRecruits", proven_recruits AS "provenRecruits", points,
  CASE WHEN place IS NOT NULL THEN 1 + ${walletsBefore('me.place')} END AS rank,
  referral.referrer, referral.status AS "referrerStatus", ${streakOf(dialect, 'me.address', 'me.today')} AS streak
FROM (SELECT *, $1 AS today FROM wallet WHERE address = $2) AS me
LEFT JOIN referral ON referral.recruit = me.address`;

const UNKNOWN: z.infer<typeof statsRow> = {
  directRecruits: 0,
  provenRecruits: 0,
  points: 0,
  rank: null,
  referrer: null,
  referrerStatus: null,
  streak: 0,
};

@Injectable()
export class ReferralStatsService {
  private readonly sql: string;

  constructor(
    private readonly reader: Reader,
    private readonly clock: Clock,
  ) {
    this.sql = statsSql(reader.dialect);
  }

  /** What a wallet has achieved; zeros and nulls for one that nobody has heard of. */
  async statsOf(wallet: string): Promise<ReferralStats> {
    const today = dayOf(this.clock.now());
    const [stats = UNKNOWN] = await this.reader.select(statsRow, this.sql, [today, wallet]);
    const pending = pendingPoints(stats.directRecruits, stats.provenRecruits);
    return { wallet, ...stats, pendingPoints: pending };
  }
}
