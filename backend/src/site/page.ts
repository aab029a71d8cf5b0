import { z } from 'zod';
import type { Pyramid } from '../pyramid/pyramid.schema.js';

/** A wager as an address spells it: 50 levels that stood already take some 450 characters. */
export const collapseSchema = z.string().max(500);

/** The settings that a page needs in the browser. They are put into each page when it is served, never at build time. */
export interface PublicSettings {
  /** Origin of referral links, without a trailing slash. */
  readonly publicOrigin: string;
  /** Address of the $SHARES mint, or null before the launch. */
  readonly tokenMint: string | null;
  readonly tokenChartUrl: string;
}

export interface RenderedPage {
  readonly title: string;
  readonly description: string;
  /** The same as elements of the head. */
  readonly head: string;
  /** What stands inside the root element; the same tree that the browser hydrates. */
  readonly body: string;
}

/** What somebody reads of a link before they open it. */
export interface LinkTexts {
  readonly title: string;
  readonly description: string;
}

/** What a card says of a wallet. The server does not look at balances, so a card does not speak of shares. */
export interface CardFacts {
  readonly wallet: string;
  /** Recruits whose own wallets have signed for it. */
  readonly provenRecruits: number;
  /** Place on the leaderboard; null for a wallet without a proven recruit, and for a banned one. */
  readonly rank: number | null;
}

/** Who invites the visitor of a page: a wallet on the board; `damaged` if the link does not say any more. */
export type Invitation = Pick<CardFacts, 'wallet' | 'provenRecruits'> | 'damaged';

/** What a card shows: a wallet, a played collapse by its wager as the address of the page spells it, or the site itself. */
export type CardSubject = CardFacts | { readonly collapse: string } | null;

/** What `frontend/dist/server/render.js` exports: everything that has looks or words is made there. */
export interface Renderer {
  /** Paths of all screens but the 404 text, with parameters such as `:wallet`. */
  readonly paths: readonly string[];
  /** @param path of the screen, and a query where it decides what the screen shows */
  readonly renderPage: (
    path: string,
    settings: PublicSettings,
    invitation: Invitation | null,
  ) => Promise<RenderedPage>;
  /** A card as SVG of 1200 × 630 px; the site's own for a wager that nobody could have made. */
  readonly renderCard: (subject: CardSubject) => string;
  /**
   * The picture of a pyramid, as SVG of 1280 × 1016 px.
   * @param fonts style sheet that holds the fonts
   * @param site its name, as the picture says where it was made
   */
  readonly renderPyramid: (pyramid: Pyramid, fonts: string, site: string) => string;
  /** What a link to a collapse says of itself; null for a wager that nobody could have made. */
  readonly collapseLinkTexts: (collapse: string) => LinkTexts | null;
  /** What the referral link of a wallet says of itself. */
  readonly referralLinkTexts: (wallet: string) => LinkTexts;
}
