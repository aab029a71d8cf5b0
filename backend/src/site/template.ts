import type { LinkTexts, PublicSettings, RenderedPage } from './page.js';

/** Path of the site's own card. */
export const SITE_CARD_PATH = '/card.png';

/** A picture that stands beside a link, a PNG. */
export interface SharedPicture {
  readonly path: string;
  /** In pixels, like the height. */
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** A card: the shape that messengers show in full. */
const CARD = {
  width: 1200,
  height: 630,
  alt: 'A card with a pyramid at night, stamped PARODY',
} as const;

export const SITE_CARD: SharedPicture = { ...CARD, path: SITE_CARD_PATH };

/** The card of a wallet. */
export function walletCard(wallet: string): SharedPicture {
  return { ...CARD, path: `/card/${wallet}.png` };
}

/** The card of a collapse, as its address spells it. */
export function collapseCard(collapse: string): SharedPicture {
  return { ...CARD, path: `${SITE_CARD_PATH}?${new URLSearchParams({ collapse }).toString()}` };
}

/** The picture of a wallet's pyramid. */
export function pyramidPicture(wallet: string): SharedPicture {
  return {
    path: `/pyramid/${wallet}.png`,
    width: 1280,
    height: 1016,
    alt: 'A pyramid at night with a stone for each recruit, stamped PARODY',
  };
}

/** A link as it is shared, with the picture that stands beside it. */
export interface SharedLink extends LinkTexts {
  readonly path: string;
  readonly picture: SharedPicture;
}

/**
 * The Open Graph tags by which messengers unfold a link, and the one that X wants besides.
 * @param origin of the site, without a trailing slash
 */
export function socialTags(
  origin: string,
  { title, description, path, picture }: SharedLink,
): string {
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
