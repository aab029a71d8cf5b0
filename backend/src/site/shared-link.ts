import { referralLink } from '../wallet/address.js';
import type { LinkTexts, Renderer } from './page.js';

/** Path of the site's own card. */
export const SITE_CARD_PATH = '/card.png';

/** A picture that stands beside a link, a PNG. */
interface SharedPicture {
  readonly path: string;
  /** In pixels, like the height. */
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** A link as it is shared, with the picture that stands beside it. */
export interface SharedLink extends LinkTexts {
  readonly path: string;
  readonly picture: SharedPicture;
}

/** What the address of the landing page may name. */
export interface LandingLink {
  readonly referrer: string | null;
  /** The wager of a collapse, as the browser wrote it. */
  readonly collapse: string | null;
}

/** A card: the shape that messengers show in full. */
function card(path: string): SharedPicture {
  return { path, width: 1200, height: 630, alt: 'A card with a pyramid at night, stamped PARODY' };
}

/** A link to a page as it is. */
export function pageLink({ title, description }: LinkTexts, path: string): SharedLink {
  return { title, description, path, picture: card(SITE_CARD_PATH) };
}

/** A link to the page of a wallet's pyramid. */
export function pyramidLink({ title, description }: LinkTexts, wallet: string): SharedLink {
  const path = `/pyramid/${wallet}`;
  const alt = 'A pyramid at night with a stone for each recruit, stamped PARODY';
  const picture = { path: `${path}.png`, width: 1280, height: 1016, alt };
  return { title, description, path, picture };
}

/** A link to the landing page; null when it names nobody and no collapse. */
export function landingLink(
  { referrer, collapse }: LandingLink,
  { collapseLinkTexts, referralLinkTexts }: Renderer,
): SharedLink | null {
  const texts = collapse === null ? null : collapseLinkTexts(collapse);
  if (collapse !== null && texts !== null) {
    const query = new URLSearchParams({ collapse }).toString();
    const path = referrer === null ? `/?${query}` : `${referralLink('', referrer)}&${query}`;
    return { ...texts, path, picture: card(`${SITE_CARD_PATH}?${query}`) };
  }
  if (referrer === null) return null;
  const path = referralLink('', referrer);
  return { ...referralLinkTexts(referrer), path, picture: card(`/card/${referrer}.png`) };
}
