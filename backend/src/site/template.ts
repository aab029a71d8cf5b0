import type { PublicSettings, RenderedPage } from './page.js';
import type { SharedLink } from './shared-link.js';

/**
 * Puts a page, the social tags of a link to it and the settings into the template. The markers are HTML comments, each
 * present once: title, description, social, settings, body.
 */
export function fillTemplate(
  template: string,
  { title, description, body }: RenderedPage,
  link: SharedLink,
  settings: PublicSettings,
): string {
  // What cannot end the script element it stands in.
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  const parts: Readonly<Record<string, string>> = {
    title: escapeHtml(title),
    description: escapeHtml(description),
    social: socialTags(settings.publicOrigin, link),
    settings: `<script type="application/json" id="settings">${json}</script>`,
    body,
  };
  return template.replace(/<!--(\w+)-->/g, (comment, name: string) => parts[name] ?? comment);
}

/**
 * The Open Graph tags by which messengers unfold a link, and the one that X wants besides.
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
  return [...openGraph, '<meta name="twitter:card" content="summary_large_image" />'].join('');
}

/** Text that stays text in an element or in an attribute between double quotes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
