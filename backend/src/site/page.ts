import { z } from 'zod';
import type { Pyramid } from '../pyramid/pyramid.schema.js';
import type { Report } from '../report/report.schema.js';
import type { PublicSettings } from '../shared/public-settings.js';

/** A bet on a Daily Collapse, as encoded in a URL, such as `day47-2b`. */
export const collapseSchema = z.string().max(20);

export interface LinkTexts {
  readonly title: string;
  readonly description: string;
}

export interface RenderedPage extends LinkTexts {
  readonly head: string;
  /** Content of the root element, which the browser hydrates. */
  readonly body: string;
}

export interface CardFacts {
  readonly wallet: string;
  readonly provenRecruits: number;
  /** Null for a banned wallet, or one without a proven recruit. */
  readonly rank: number | null;
}

/** Returns the facts on the card of a wallet; null for the site's card, which wallets without a proven recruit get. */
export function certificateOf({ wallet, provenRecruits, rank }: CardFacts): CardFacts | null {
  return provenRecruits === 0 ? null : { wallet, provenRecruits, rank };
}

/** The inviting wallet; `damaged` if the link's referrer is unreadable. */
export type Invitation = Pick<CardFacts, 'wallet' | 'provenRecruits'> | 'damaged';

/** Subject of a card: a wallet, a Daily Collapse, the shareholder report, or the site. */
export type CardSubject =
  CardFacts | { readonly collapse: string } | { readonly report: Report } | null;

/** The exports of `frontend/dist/server/render.js`. */
export interface Renderer {
  /** Paths of all screens except the 404. */
  readonly paths: readonly string[];
  /** @param path of the screen, with the query if the screen depends on it */
  readonly renderPage: (
    path: string,
    settings: PublicSettings,
    invitation: Invitation | null,
  ) => Promise<RenderedPage>;
  /** Renders a card as SVG of 1200 × 630 px. An impossible bet gets the site's card. */
  readonly renderCard: (subject: CardSubject) => string;
  /**
   * Renders a pyramid as SVG of 1280 × 1016 px.
   * @param fonts style sheet with inline fonts
   * @param site host to print on the picture
   */
  readonly renderPyramid: (pyramid: Pyramid, fonts: string, site: string) => string;
  /** Texts of a link to a Daily Collapse; null for an impossible bet. */
  readonly collapseLinkTexts: (collapse: string) => LinkTexts | null;
  readonly referralLinkTexts: (wallet: string) => LinkTexts;
}
