import type { LinkTexts, PublicSettings, RenderedPage } from './page.js';

/** Path of the site's own card. */
export const SITE_CARD_PATH = '/card.png';

/** Path of a wallet's card. */
export function cardPath(wallet: string): string {
  return `/card/${wallet}.png`;
}

/** Pixels of a card: the shape that messengers show in full. */
const CARD_WIDTH = 1200;
const CARD_HEIGHT = 630;

/** A link as it is shared, with the card that stands beside it. Both addresses are absolute. */
export interface SharedLink extends LinkTexts {
  readonly url: string;
  readonly card: string;
}

/** The Open Graph tags by which messengers unfold a link, and the one that X wants besides. */
export function socialTags({ title, description, url, card }: SharedLink): string {
  const tags: Readonly<Record<string, string>> = {
    'og:type': 'website',
    'og:site_name': 'Pyramidion (parody)',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': card,
    'og:image:type': 'image/png',
    'og:image:width': String(CARD_WIDTH),
    'og:image:height': String(CARD_HEIGHT),
    'og:image:alt': 'A card with a pyramid at night, stamped PARODY',
  };
  const openGraph = Object.entries(tags).map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
  );
  return [...openGraph, '<meta name="twitter:card" content="summary_large_image" />'].join('');
}

/**
 * Puts a page, its social tags and the settings into the template. The markers are HTML comments, each present once:
 * title, description, social, settings, body.
 */
export function fillTemplate(
  template: string,
  page: RenderedPage,
  socialTags: string,
  settings: PublicSettings,
): string {
  const parts: Readonly<Record<string, string>> = {
    title: escapeHtml(page.title),
    description: escapeHtml(page.description),
    social: socialTags,
    settings: `<script type="application/json" id="settings">${escapeJson(settings)}</script>`,
    body: page.body,
  };
  return template.replace(
    /<!--(title|description|social|settings|body)-->/g,
    (_marker, name: string) => parts[name] ?? '',
  );
}

/** JSON that cannot end the script element it stands in. */
function escapeJson(value: PublicSettings): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Text that stays text in an element or in an attribute between double quotes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
