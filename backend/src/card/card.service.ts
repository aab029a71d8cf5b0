import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { Unavailable } from '../core/errors.js';
import { ReferralStatsService } from '../referral-stats/referral-stats.service.js';
import type { CardFacts, Renderer } from '../site/page.js';
import { drawCard } from './draw-card.js';

/** Cards that are kept; 100 take about 15 MB. */
const MAX_KEPT = 100;

/** Cards that may wait to be drawn, each for some 50 ms; more are refused, so that nobody waits for long. */
const MAX_WAITING = 20;

/** A card as it is sent. */
export interface Card {
  readonly png: Buffer;
  readonly etag: string;
}

/**
 * Renders each card once: whoever asks for the same facts gets the card that is kept. One card is drawn at a time,
 * because the drawing shares its threads with the database.
 */
export class CardRenderer {
  private readonly oneAtATime = pLimit(1);
  private readonly kept = new LRUCache<string, Card, CardFacts | null>({
    max: MAX_KEPT,
    fetchMethod: (_key, _previous, { context }) => this.renderInTurn(context),
  });

  /** @param fontFolder of the fonts that cards are set in, absolute */
  constructor(
    private readonly toSvg: Renderer['renderCard'],
    private readonly fontFolder: string,
  ) {}

  /**
   * The card of a wallet, or with null the site's own.
   * @throws Unavailable when too many cards wait to be drawn
   */
  render(facts: CardFacts | null): Promise<Card> {
    return this.kept.forceFetch(JSON.stringify(facts), { context: facts });
  }

  private async renderInTurn(facts: CardFacts | null): Promise<Card> {
    if (this.oneAtATime.pendingCount >= MAX_WAITING) {
      throw new Unavailable('Too many cards are being drawn. Try again shortly.', 1);
    }
    const png = await this.oneAtATime(() => drawCard(this.toSvg(facts), this.fontFolder));
    return { png, etag: `"${createHash('sha256').update(png).digest('base64url')}"` };
  }
}

@Injectable()
export class CardService {
  constructor(
    private readonly renderer: CardRenderer,
    private readonly stats: ReferralStatsService,
  ) {}

  siteCard(): Promise<Card> {
    return this.renderer.render(null);
  }

  /** What the wallet has achieved so far; nothing is an achievement, too. */
  async cardOf(wallet: string): Promise<Card> {
    const { provenRecruits, rank } = await this.stats.statsOf(wallet);
    return this.renderer.render({ wallet, provenRecruits, rank });
  }
}
