import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock, dayOf } from '../core/clock.js';
import { batchLoader } from '../database/batch-loader.js';
import type { Dialect } from '../database/dialect.js';
import { IS_RANKED } from '../database/objects/indexes.js';
import { Reader } from '../database/reader.js';
import { ALL_TIME, rankOf } from '../leaderboard/board.js';
import { streakOf } from '../points/check-in.js';
import { ClaimTerm, countedRecruits, expiredClaims, isCounted } from '../referral/claim-term.js';
import { pendingPoints } from '../game.js';
import { referralStatsSchema, type ReferralStats } from './referral-stats.schema.js';

const statsRow = referralStatsSchema
  .omit({ pendingPoints: true })
  .extend({ wallet: z.string(), referrer: z.string().nullable() });

/** Selects the stats of the wallets in the JSON array $1 on the day $2. Claims made up to $3 have expired. */
const statsSql = (dialect: Dialect): string => `
WITH ${expiredClaims('$3')}
SELECT address AS wallet, ${countedRecruits('me')} AS "directRecruits", proven_recruits AS "provenRecruits", points,
  CASE WHEN ${IS_RANKED} THEN ${rankOf(`'${ALL_TIME}'`, 'me.points')} END AS rank,
  referral.referrer, referral.status AS "referrerStatus", ${streakOf(dialect, 'me.address', 'me.today')} AS streak
FROM (
  SELECT wallet.*, CAST($2 AS varchar) AS today FROM ${dialect.elementsOf('$1')} CROSS JOIN wallet WHERE address = value) AS me
LEFT JOIN referral ON referral.recruit = me.address AND ${isCounted('referral', '$3')}`;

type StatsRow = z.infer<typeof statsRow>;

const UNKNOWN: Omit<StatsRow, 'wallet'> = {
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
  private readonly loader = batchLoader((wallets: readonly string[]) => this.findAll(wallets));

  constructor(
    private readonly reader: Reader,
    private readonly clock: Clock,
    private readonly term: ClaimTerm,
  ) {
    this.sql = statsSql(reader.dialect);
  }

  /** Returns the stats of a wallet; zeros and nulls for an unknown wallet. */
  async statsOf(wallet: string): Promise<ReferralStats> {
    const stats = await this.loader.load(wallet);
    return { ...stats, pendingPoints: pendingPoints(stats.directRecruits, stats.provenRecruits) };
  }

  private async findAll(wallets: readonly string[]): Promise<StatsRow[]> {
    const parameters = [JSON.stringify(wallets), dayOf(this.clock.now()), this.term.expiredUntil()];
    const rows = await this.reader.select(statsRow, this.sql, parameters);
    const rowOf = new Map(rows.map((row) => [row.wallet, row]));
    return wallets.map((wallet) => rowOf.get(wallet) ?? { wallet, ...UNKNOWN });
  }
}
