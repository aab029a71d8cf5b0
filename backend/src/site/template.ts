import { escapeHtml } from './escape-html.js';
import type { PublicSettings, RenderedPage } from './page.js';

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
