import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltPage } from './built-page.js';
import { buildPage } from './built-page.js';
import type { PublicSettings, RenderPage } from './page.js';
import type { Site } from './site.js';
import { fillTemplate } from './template.js';

/** The screens that have a page of their own: those of the specification, section 2, and the proofs. */
const PAGE_PATHS = ['/', '/dashboard', '/about', '/how-to-participate', '/proof'];

/** Any path that has no page; what it shows is the same for all of them. */
const UNKNOWN_PATH = '/404';

/**
 * Builds every page once, with the settings inside.
 * @param clientFolder folder of the browser build, with its `template.html`
 */
export async function buildSite(
  clientFolder: string,
  renderPage: RenderPage,
  settings: PublicSettings,
): Promise<Site> {
  const { publicOrigin, tokenMint, tokenChartUrl } = settings;
  const shown: PublicSettings = { publicOrigin, tokenMint, tokenChartUrl };
  const template = await readFile(join(clientFolder, 'template.html'), 'utf8');
  const build = (path: string): Promise<BuiltPage> =>
    buildPage(fillTemplate(template, renderPage(path, shown), shown));
  const pages = new Map<string, BuiltPage>();
  for (const path of PAGE_PATHS) pages.set(path, await build(path));
  return {
    clientFolder,
    pages,
    notFound: await build(UNKNOWN_PATH),
    styleHashes: hashStyles(template),
  };
}

function hashStyles(template: string): string[] {
  const styles = template.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gi);
  return Array.from(styles, ([, css = '']) => {
    return `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
  });
}
