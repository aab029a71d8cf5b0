import { referralLink } from '../shared/referral-link.js';
import type { Invitation, LinkTexts, PublicSettings, RenderedPage, Renderer } from './page.js';

export const SITE_CARD_PATH = '/card.png';

/** A link as it is shared, with the PNG that stands beside it, its size in pixels. */
export interface SharedLink extends LinkTexts {
  readonly path: string;
  readonly picture: {
    readonly path: string;
    readonly width: number;
    readonly height: number;
    readonly alt: string;
  };
}

/** What the address of the landing page may name: a wallet, and the wager of a collapse as the browser wrote it. */
export type LandingLink = Readonly<Record<'referrer' | 'collapse', string | null>>;

/** A card: the shape that messengers show in full. */
function card(path: string): SharedLink['picture'] {
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

/**
 * Puts a page, the social tags of a link to it and the data for the browser into the template. The markers are HTML
 * comments, each present once: head, social, data, body.
 */
export function fillTemplate(
  template: string,
  { head, body }: RenderedPage,
  link: SharedLink,
  settings: PublicSettings,
  invitation: Invitation | null,
): string {
  const parts: Readonly<Record<string, string>> = {
    head,
    social: socialTags(settings.publicOrigin, link),
    data:
      jsonElement('settings', settings) +
      (invitation === null ? '' : jsonElement('invitation', invitation)),
    body,
  };
  return template.replace(/<!--(\w+)-->/g, (comment, name: string) => parts[name] ?? comment);
}

/** An element that holds data for the browser, which cannot end that element. */
function jsonElement(id: string, data: unknown): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/**
 * The Open Graph tags by which messengers unfold a link, the one that X wants besides, and the canonical address for
 * search engines, which is the same whoever shared the link.
 * @param origin of the site, without a trailing slash
 */
function socialTags(origin: string, { title, description, path, picture }: SharedLink): string {
  const tags: Readonly<Record<string, string>> = {
    'og:type': 'website',
    'og:site_name': 'Pyramidion (parody)',
    'og:title': title,
    'og:description': description,
    'og:url': `${origin}${path}`,
    'og:image': `${origin}${picture.path}`,
    'og:image:type': 'image/png',
    'og:image:width': String(picture.width),
    'og:image:height': String(picture.height),
    'og:image:alt': picture.alt,
  };
  const openGraph = Object.entries(tags).map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
  );
  const canonical = `${origin}${path.replace(/\?.*/, '')}`;
  return [
    ...openGraph,
    '<meta name="twitter:card" content="summary_large_image" />',
    `<link rel="canonical" href="${escapeHtml(canonical)}" />`,
  ].join('');
}

/** Text that stays text in an element or in an attribute between double quotes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
