import { z } from 'zod';
import type { Pyramid } from '../pyramid/pyramid.schema.js';

/** A wager in a URL; 50 levels take some 450 characters. */
export const collapseSchema = z.string().max(500);

/** Settings that the browser needs, put into each page when it is served. */
export interface PublicSettings {
  /** Without a trailing slash. */
  readonly publicOrigin: string;
  /** Earlier origins; proofs signed there stay valid. */
  readonly formerOrigins: readonly string[];
  /** Null before the launch. */
  readonly tokenMint: string | null;
  readonly tokenChartUrl: string;
}

export interface RenderedPage {
  readonly title: string;
  readonly description: string;
  /** Title and description as head elements. */
  readonly head: string;
  /** Content of the root element, which the browser hydrates. */
  readonly body: string;
}

/** Texts of a link preview. */
export interface LinkTexts {
  readonly title: string;
  readonly description: string;
}

/** Facts on a card. The server reads no balances, so there are no shares. */
export interface CardFacts {
  readonly wallet: string;
  readonly provenRecruits: number;
  /** Null for a wallet without a proven recruit, or a banned one. */
  readonly rank: number | null;
}

/** Who invites the visitor; `damaged` if the link lost its referrer. */
export type Invitation = Pick<CardFacts, 'wallet' | 'provenRecruits'> | 'damaged';

/** A letter of resignation: who leaves, and how many recruits stay. */
export interface LetterFacts {
  readonly letter: Pick<CardFacts, 'wallet' | 'provenRecruits'>;
}

/** Subject of a card: a wallet, a letter, a collapse by its wager, or the site. */
export type CardSubject = CardFacts | LetterFacts | { readonly collapse: string } | null;

/** Exports of `frontend/dist/server/render.js`, which renders pages and pictures. */
export interface Renderer {
  /** Paths of all screens except the 404. */
  readonly paths: readonly string[];
  /** @param path of the screen, with the query if the screen depends on it */
  readonly renderPage: (
    path: string,
    settings: PublicSettings,
    invitation: Invitation | null,
  ) => Promise<RenderedPage>;
  /** Renders a card as SVG of 1200 × 630 px; the site's for an impossible wager. */
  readonly renderCard: (subject: CardSubject) => string;
  /**
   * Renders a pyramid as SVG of 1280 × 1016 px.
   * @param fonts style sheet with inline fonts
   * @param site name of the site in the picture
   */
  readonly renderPyramid: (pyramid: Pyramid, fonts: string, site: string) => string;
  /** Texts of a link to a collapse; null for an impossible wager. */
  readonly collapseLinkTexts: (collapse: string) => LinkTexts | null;
  /** Texts of a referral link. */
  readonly referralLinkTexts: (wallet: string) => LinkTexts;
  /** Texts of a link to a letter of resignation. */
  readonly letterLinkTexts: (wallet: string) => LinkTexts;
}
