import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { Unavailable } from '../database/unavailable.js';
import type { Renderer } from '../site/page.js';
import type { CardFacts } from './card-facts.js';
import { drawCard } from './draw-card.js';

/** Cards that are kept; 100 take about 15 MB. */
const MOST_KEPT = 100;

/** Cards that may wait to be drawn, each for some 50 ms; more are refused, so that nobody waits for long. */
const MOST_WAITING = 20;

/** A card as it is sent. */
export interface Card {
  readonly png: Buffer;
  readonly etag: string;
}

/**
 * Prints each card once: whoever asks for the same facts gets the card that is kept. One card is drawn at a time,
 * because the drawing shares its threads with the database.
 */
export class CardPress {
  private readonly oneAtATime = pLimit(1);
  private readonly kept = new LRUCache<string, Card, CardFacts | null>({
    max: MOST_KEPT,
    fetchMethod: (_key, _previous, { context }) => this.printInTurn(context),
  });

  /** @param fontFolder of the fonts that cards are set in, absolute */
  constructor(
    private readonly renderCard: Renderer['renderCard'],
    private readonly fontFolder: string,
  ) {}

  /**
   * The card of a wallet, or with null the site's own.
   * @throws Unavailable when too many cards wait to be drawn
   */
  print(facts: CardFacts | null): Promise<Card> {
    return this.kept.forceFetch(JSON.stringify(facts), { context: facts });
  }

  private async printInTurn(facts: CardFacts | null): Promise<Card> {
    if (this.oneAtATime.pendingCount >= MOST_WAITING) {
      throw new Unavailable('Too many cards are being drawn. Try again shortly.', 1);
    }
    const png = await this.oneAtATime(() => drawCard(this.renderCard(facts), this.fontFolder));
    return { png, etag: `"${createHash('sha256').update(png).digest('base64url')}"` };
  }
}
