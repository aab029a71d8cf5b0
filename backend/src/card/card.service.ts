import { Injectable } from '@nestjs/common';
import { ReferralStatsService } from '../referral-stats/referral-stats.service.js';
import type { Card } from './card-press.js';
import { CardPress } from './card-press.js';

@Injectable()
export class CardService {
  constructor(
    private readonly press: CardPress,
    private readonly stats: ReferralStatsService,
  ) {}

  siteCard(): Promise<Card> {
    return this.press.print(null);
  }

  /** What the wallet has achieved so far; nothing is an achievement, too. */
  async cardOf(wallet: string): Promise<Card> {
    const { provenRecruits, rank } = await this.stats.statsOf(wallet);
    return this.press.print({ wallet, provenRecruits, rank });
  }
}
