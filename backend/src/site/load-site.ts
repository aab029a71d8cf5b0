import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Settings } from '../settings.js';
import { StartError } from '../start-error.js';
import { buildSite } from './build-site.js';
import type { Renderer } from './page.js';
import type { Site } from './site.js';

/**
 * Loads the built front end and builds its pages.
 * @param frontendFolder absolute; holds `client` and `server`
 * @throws StartError when there is no built front end
 */
export async function loadSite(frontendFolder: string, settings: Settings): Promise<Site> {
  try {
    const renderer: unknown = await import(
      /* webpackIgnore: true */ pathToFileURL(join(frontendFolder, 'server/render.js')).href
    );
    if (!isRenderer(renderer)) throw new Error('server/render.js does not export the renderer');
    return await buildSite(frontendFolder, renderer, settings);
  } catch (error) {
    const [reason] = String(error).split('\n', 1);
    throw new StartError(
      `The front end in ${frontendFolder} cannot be served (${reason ?? ''}): build it with npm start`,
    );
  }
}

const RENDERER_EXPORTS: readonly (keyof Renderer)[] = [
  'renderPage',
  'renderCard',
  'referralLinkTexts',
];

function isRenderer(module: unknown): module is Renderer {
  if (typeof module !== 'object' || module === null) return false;
  const exported = new Map(Object.entries(module));
  return RENDERER_EXPORTS.every((name) => typeof exported.get(name) === 'function');
}
