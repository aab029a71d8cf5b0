import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { Unavailable } from '../core/errors.js';
import { AT_ONCE } from '../http/budgets.js';
import { OpenCounts } from '../http/open-counts.js';
import { ReferralStatsService } from '../referral-stats/referral-stats.service.js';
import { MAX_DEPTH, type Pyramid } from '../pyramid/pyramid.schema.js';
import { type PyramidBounds, PyramidService } from '../pyramid/pyramid.service.js';
import type { CardFacts, CollapseFacts, PyramidFacts } from '../site/page.js';
import { drawCard } from './draw-card.js';

/** What is drawn of a pyramid at most: as many stones as can be told apart, and as take 150 ms in all. */
const DRAWN: PyramidBounds = { counted: 2_500, shown: 1_000 };

/** Cards that are kept; 100 take about 15 MB. */
const MAX_KEPT = 100;

/** A card as it is sent. */
export interface Card {
  readonly png: Buffer;
  readonly etag: string;
}

/** What is to be drawn: a card, with null the site's own, or a pyramid. */
type Facts = CardFacts | CollapseFacts | PyramidFacts | null;

/** What is to be drawn, and for whom. */
interface Order {
  readonly facts: Facts;
  readonly client: string;
}

/**
 * Renders each card once: whoever asks for the same facts gets the card that is kept. One card is drawn at a time,
 * because the drawing shares its threads with the database.
 */
export class CardRenderer {
  private readonly oneAtATime = pLimit(1);
  /** Cards that wait or are being drawn. */
  private readonly ordered = new OpenCounts();
  private readonly kept = new LRUCache<string, Card, Order>({
    max: MAX_KEPT,
    fetchMethod: (_key, _previous, { context }) => this.renderInTurn(context),
  });

  /** @param fontFolder of the fonts that cards are set in, absolute */
  constructor(
    readonly toSvg: (facts: Facts) => string,
    private readonly fontFolder: string,
  ) {}

  /**
   * The picture of these facts.
   * @param client the network of whoever asks
   * @throws Unavailable when too many cards wait to be drawn, of all clients or of this one
   */
  render(facts: Facts, client: string): Promise<Card> {
    return this.kept.forceFetch(hash(JSON.stringify(facts)), { context: { facts, client } });
  }

  private async renderInTurn({ facts, client }: Order): Promise<Card> {
    const { ofOne, inAll } = AT_ONCE.cards;
    if (this.ordered.of(client) >= ofOne || this.oneAtATime.pendingCount >= inAll) {
      throw new Unavailable('Too many cards are being drawn. Try again shortly.', 1);
    }
    const end = this.ordered.begin(client);
    const png = await this.oneAtATime(() => drawCard(this.toSvg(facts), this.fontFolder)).finally(
      end,
    );
    return { png, etag: `"${hash(png)}"` };
  }
}

@Injectable()
export class CardService {
  constructor(
    private readonly renderer: CardRenderer,
    private readonly stats: ReferralStatsService,
    private readonly pyramids: PyramidService,
  ) {}

  siteCard(client: string): Promise<Card> {
    return this.renderer.render(null, client);
  }

  /** What a collapse came to; the site's card for a wager that nobody could have made. */
  collapseCard(collapse: string, client: string): Promise<Card> {
    return this.renderer.render({ collapse }, client);
  }

  /**
   * What the wallet has achieved so far. One that has achieved nothing gets the site's card: addresses cost nothing, so
   * those that nobody has heard of are not drawn one by one.
   */
  async cardOf(wallet: string, client: string): Promise<Card> {
    const { provenRecruits, rank } = await this.stats.statsOf(wallet);
    const facts = provenRecruits === 0 ? null : { wallet, provenRecruits, rank };
    return this.renderer.render(facts, client);
  }

  /** The picture of the pyramid below a wallet. */
  async pyramidOf(wallet: string, client: string): Promise<Card> {
    return this.renderer.render(await this.drawn(wallet), client);
  }

  /** The same picture as SVG. */
  async pyramidSvg(wallet: string): Promise<string> {
    return this.renderer.toSvg(await this.drawn(wallet));
  }

  private drawn(wallet: string): Promise<Pyramid> {
    return this.pyramids.below({ wallet, depth: MAX_DEPTH }, DRAWN);
  }
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url');
}
