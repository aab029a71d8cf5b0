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
import {
  movementSchema,
  referralStatsSchema,
  type Movement,
  type MovementQuery,
  type ReferralStats,
} from './referral-stats.schema.js';

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

/** What is looked at of each kind, the newest first, so that the look costs no more for a wallet with many recruits. */
const MAX_LOOKED_AT = 1_000;

const newest = (rows: string, isMeant: string): string => `(
  SELECT CAST(count(*) AS integer) FROM (SELECT * FROM ${rows} LIMIT ${MAX_LOOKED_AT}) AS newest WHERE ${isMeant})`;

const IS_PROVEN_ELSEWHERE = `EXISTS (
  SELECT 1 FROM wallet JOIN referral ON recruit_number = joined_number
  WHERE wallet.address = newest.recruit AND status = 'proven' AND referral.referrer <> newest.referrer)`;

const MOVEMENT = `
SELECT
  ${newest('referral WHERE referrer = $1 ORDER BY claimed_at DESC', 'claimed_at > $2')} AS joined,
  ${newest('points_entry WHERE wallet = $1 ORDER BY number DESC', `cause = 'recruit' AND recorded_at > $2`)} AS proven,
  ${newest('ended_claim WHERE referrer = $1 ORDER BY number DESC', `reason = 'displaced' AND ended_at > $2 AND ${IS_PROVEN_ELSEWHERE}`)} AS lost`;

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

  async movementOf({ wallet, since }: MovementQuery): Promise<Movement> {
    const time = new Date(since).toISOString();
    const [movement] = await this.reader.select(movementSchema, MOVEMENT, [wallet, time]);
    return movement ?? { joined: 0, proven: 0, lost: 0 };
  }

  private async findAll(wallets: readonly string[]): Promise<(StatsRow | undefined)[]> {
    const asked = JSON.stringify([...new Set(wallets)]);
    const parameters = [dayOf(this.clock.now()), asked, this.term.expiredUntil()];
    const rows = await this.reader.select(statsRow, this.sql, parameters);
    const found = new Map(rows.map((row) => [row.wallet, row]));
    return wallets.map((wallet) => found.get(wallet));
  }
}
