import type { PublicSettings, RenderedPage } from './page.js';

/**
 * Puts a page and the settings into the template. The markers are HTML comments, each present once: title,
 * description, settings, body.
 */
export function fillTemplate(
  template: string,
  page: RenderedPage,
  settings: PublicSettings,
): string {
  const parts: Readonly<Record<string, string>> = {
    title: escapeHtml(page.title),
    description: escapeHtml(page.description),
    settings: `<script type="application/json" id="settings">${escapeJson(settings)}</script>`,
    body: page.body,
  };
  return template.replace(
    /<!--(title|description|settings|body)-->/g,
    (_marker, name: string) => parts[name] ?? '',
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON that cannot end the script element it stands in. */
function escapeJson(value: PublicSettings): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
