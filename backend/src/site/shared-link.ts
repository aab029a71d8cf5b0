import { createHash } from 'node:crypto';
import { escapeHtml } from '../core/printable.js';
import type { Pyramid } from '../pyramid/pyramid.schema.js';
import type { PublicSettings } from '../shared/public-settings.js';
import { referralLink } from '../shared/referral-link.js';
import {
  certificateOf,
  type CardFacts,
  type Invitation,
  type LinkTexts,
  type RenderedPage,
  type Renderer,
} from './page.js';

export const SITE_CARD_PATH = '/card.png';
const REPORT_PATH = '/report';
export const REPORT_CARD_PATH = '/card/report.png';

/** The preview of a link to a page, with its picture (PNG, size in pixels). */
interface Preview extends LinkTexts {
  /** Path of the page; null for one HTML that is sent at many paths. */
  readonly path: string | null;
  readonly picture: {
    readonly path: string;
    readonly width: number;
    readonly height: number;
    readonly alt: string;
  };
}

export interface SharedLink extends Preview {
  readonly path: string;
}

export interface LandingLink {
  readonly referrer: string | null;
  readonly collapse: string | null;
}

/** Adds a hash of a picture's content to its path, since messengers cache pictures by their URL. */
function versioned(path: string, shown: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
  return `${path}?v=${hash.slice(0, HASH_CHARACTERS)}`;
}

const HASH_CHARACTERS = 8;

function card(path: string): Preview['picture'] {
  return { path, width: 1200, height: 630, alt: 'A card with a pyramid at night, stamped PARODY' };
}

export function pageLink({ title, description }: LinkTexts, path: string | null): Preview {
  const picture = card(path === REPORT_PATH ? REPORT_CARD_PATH : SITE_CARD_PATH);
  return { title, description, path, picture };
}

/** @param pyramid the part that is drawn; null if it is not known now */
export function pyramidLink(
  { title, description }: LinkTexts,
  wallet: string,
  pyramid: Pyramid | null,
): SharedLink {
  const path = `/pyramid/${wallet}`;
  const alt = 'A pyramid at night with a stone for each recruit, stamped PARODY';
  const file = `${path}.png`;
  const picture = {
    path: pyramid === null ? file : versioned(file, pyramid),
    width: 1280,
    height: 1016,
    alt,
  };
  return { title, description, path, picture };
}

/**
 * Returns the preview of a link to the landing page; null if the link names neither a wallet nor a possible bet.
 * @param facts about the referrer; null without a referrer, or if they are not known now
 */
export function landingLink(
  { referrer, collapse }: LandingLink,
  facts: CardFacts | null,
  { collapseLinkTexts, referralLinkTexts }: Renderer,
): SharedLink | null {
  const texts = collapse === null ? null : collapseLinkTexts(collapse);
  if (collapse !== null && texts !== null) {
    const query = new URLSearchParams({ collapse }).toString();
    const path = referrer === null ? `/?${query}` : `${referralLink('', referrer)}&${query}`;
    return { ...texts, path, picture: card(`${SITE_CARD_PATH}?${query}`) };
  }
  if (referrer === null) return null;
  const file = `/card/${referrer}.png`;
  const picture = card(facts === null ? file : versioned(file, certificateOf(facts)));
  return { ...referralLinkTexts(referrer), path: referralLink('', referrer), picture };
}

/** Fills the markers of the template: the HTML comments head, social, data and body. */
export function fillTemplate(
  template: string,
  { head, body }: RenderedPage,
  link: Preview,
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

/** The data is escaped so that it cannot end the element. */
function jsonElement(id: string, data: unknown): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

function socialTags(origin: string, { title, description, path, picture }: Preview): string {
  const tags: Readonly<Record<string, string>> = {
    'og:type': 'website',
    'og:site_name': 'Pyramidion (parody)',
    'og:title': title,
    'og:description': description,
    ...(path !== null && { 'og:url': `${origin}${path}` }),
    'og:image': `${origin}${picture.path}`,
    'og:image:type': 'image/png',
    'og:image:width': String(picture.width),
    'og:image:height': String(picture.height),
    'og:image:alt': picture.alt,
  };
  const openGraph = Object.entries(tags).map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
  );
  return [
    ...openGraph,
    '<meta name="twitter:card" content="summary_large_image" />',
    path === null ? '' : canonicalTag(`${origin}${path}`),
  ].join('');
}

/** The URL is without the query, so that it is the same for every referrer. */
function canonicalTag(url: string): string {
  return `<link rel="canonical" href="${escapeHtml(url.replace(/\?.*/, ''))}" />`;
}
