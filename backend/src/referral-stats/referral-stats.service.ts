import { Injectable } from '@nestjs/common';
import { Clock, dayOf } from '../core/clock.js';
import { batchLoader } from '../database/batch-loader.js';
import { ClaimTerm } from '../referral/claim-term.js';
import { pendingPoints } from '../game.js';
import { ReferralStatsRepository, type StatsRow } from './referral-stats.repository.js';
import type { ReferralStats } from './referral-stats.schema.js';

@Injectable()
export class ReferralStatsService {
  private readonly loader = batchLoader((wallets: readonly string[]) => this.findAll(wallets));

  constructor(
    private readonly stats: ReferralStatsRepository,
    private readonly clock: Clock,
    private readonly term: ClaimTerm,
  ) {}

  async statsOf(wallet: string): Promise<ReferralStats> {
    const { isBanned: _, ...stats } = await this.loader.load(wallet);
    return { ...stats, pendingPoints: pendingPoints(stats.directRecruits, stats.provenRecruits) };
  }

  rowOf(wallet: string): Promise<StatsRow> {
    return this.loader.load(wallet);
  }

  private findAll(wallets: readonly string[]): Promise<StatsRow[]> {
    return this.stats.of(wallets, dayOf(this.clock.now()), this.term.expiredUntil());
  }
}
