import { CARD_HEIGHT, CARD_WIDTH } from '../card/card-size.js';
import { escapeHtml } from './escape-html.js';
import type { LinkTexts } from './page.js';

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
