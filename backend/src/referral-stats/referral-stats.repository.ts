import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { z } from 'zod';
import { dialectOf, type Dialect } from '../database/dialect.js';
import { IS_RANKED } from '../database/objects/indexes.js';
import { select } from '../database/reader.js';
import { ALL_TIME, rankOf } from '../leaderboard/board.js';
import { streakOf } from '../points/check-in.repository.js';
import { countedRecruits, expiredClaims, isCounted } from '../referral/claim-term.js';
import { referralStatsSchema } from './referral-stats.schema.js';

const statsRow = referralStatsSchema
  .omit({ pendingPoints: true })
  .extend({ wallet: z.string(), referrer: z.string().nullable(), isBanned: z.coerce.boolean() });

/** Selects the stats of the wallets in the JSON array $1 on the day $2. Claims of time $3 or earlier have expired. */
const statsSql = (dialect: Dialect): string => `
WITH ${expiredClaims('$3')}
SELECT address AS wallet, ${countedRecruits('me')} AS "directRecruits", proven_recruits AS "provenRecruits", points,
  banned_at IS NOT NULL AS "isBanned", CASE WHEN ${IS_RANKED} THEN ${rankOf(`'${ALL_TIME}'`, 'me.points')} END AS rank,
  referral.referrer, referral.status AS "referrerStatus", ${streakOf(dialect, 'me.address', 'me.today')} AS streak
FROM (
  SELECT wallet.*, CAST($2 AS varchar) AS today FROM ${dialect.elementsOf('$1')} CROSS JOIN wallet WHERE address = value) AS me
LEFT JOIN referral ON referral.recruit = me.address AND ${isCounted('referral', '$3')}`;

export type StatsRow = z.infer<typeof statsRow>;

const UNKNOWN: Omit<StatsRow, 'wallet'> = {
  directRecruits: 0,
  provenRecruits: 0,
  points: 0,
  isBanned: false,
  rank: null,
  referrer: null,
  referrerStatus: null,
  streak: 0,
};

@Injectable()
export class ReferralStatsRepository {
  private readonly sql: string;

  constructor(private readonly manager: EntityManager) {
    this.sql = statsSql(dialectOf(manager));
  }

  /** Returns the stats of each wallet, in the given order: zeros and nulls for an unknown wallet. */
  async of(wallets: readonly string[], today: string, expiredUntil: string): Promise<StatsRow[]> {
    const parameters = [JSON.stringify(wallets), today, expiredUntil];
    const rows = await select(this.manager, statsRow, this.sql, parameters);
    const rowOf = new Map(rows.map((row) => [row.wallet, row]));
    return wallets.map((wallet) => rowOf.get(wallet) ?? { wallet, ...UNKNOWN });
  }
}
