import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock, dayOf } from '../core/clock.js';
import { batchLoader } from '../database/batch-loader.js';
import type { Dialect } from '../database/dialect.js';
import { Reader } from '../database/reader.js';
import { boardOfAllTime, walletsBefore } from '../leaderboard/board.js';
import { streakOf } from '../points/check-in.js';
import { ClaimTerm, countedRecruits, expiredClaims, isCounted } from '../referral/claim-term.js';
import { pendingPoints } from '../game.js';
import { referralStatsSchema, type ReferralStats } from './referral-stats.schema.js';

const statsRow = referralStatsSchema.omit({ pendingPoints: true });

const statsSql = (dialect: Dialect): string => `
WITH asked AS MATERIALIZED (SELECT value AS wallet FROM ${dialect.elementsOf('$2')}),
  ${expiredClaims('$3')}
SELECT address AS wallet, ${countedRecruits('me')} AS "directRecruits", proven_recruits AS "provenRecruits", points,
  CASE WHEN rank_key IS NOT NULL THEN 1 + ${walletsBefore('me.rank_key', boardOfAllTime("''"))} END AS rank,
  referral.referrer, referral.status AS "referrerStatus", ${streakOf(dialect, 'me.address', 'me.today')} AS streak
FROM (SELECT wallet.*, $1 AS today FROM asked JOIN wallet ON wallet.address = asked.wallet) AS me
LEFT JOIN referral ON referral.recruit_number = me.joined_number
  AND ${isCounted('referral', '$3')}`;

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
  private readonly find: (wallet: string) => Promise<StatsRow | undefined>;

  constructor(
    private readonly reader: Reader,
    private readonly clock: Clock,
    private readonly term: ClaimTerm,
  ) {
    this.sql = statsSql(reader.dialect);
    this.find = batchLoader((wallets) => this.findAll(wallets));
  }

  /** Zeros and nulls for a wallet that nobody has heard of. */
  async statsOf(wallet: string): Promise<ReferralStats> {
    const stats = (await this.find(wallet)) ?? { wallet, ...UNKNOWN };
    return { ...stats, pendingPoints: pendingPoints(stats.directRecruits, stats.provenRecruits) };
  }

  private async findAll(wallets: readonly string[]): Promise<(StatsRow | undefined)[]> {
    const asked = JSON.stringify([...new Set(wallets)]);
    const parameters = [dayOf(this.clock.now()), asked, this.term.expiredUntil()];
    const rows = await this.reader.select(statsRow, this.sql, parameters);
    const found = new Map(rows.map((row) => [row.wallet, row]));
    return wallets.map((wallet) => found.get(wallet));
  }
}
