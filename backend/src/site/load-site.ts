import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Settings } from '../settings.js';
import { StartError } from '../start-error.js';
import { buildSite } from './build-site.js';
import type { RenderPage } from './page.js';
import type { Site } from './site.js';

/**
 * Loads the built front end and builds its pages.
 * @param frontendFolder absolute; holds `client` and `server`
 * @throws StartError when there is no built front end
 */
export async function loadSite(frontendFolder: string, settings: Settings): Promise<Site> {
  try {
    const renderer: unknown = await import(
      pathToFileURL(join(frontendFolder, 'server/render.js')).href
    );
    if (!hasRenderPage(renderer)) throw new Error('server/render.js exports no renderPage');
    return await buildSite(join(frontendFolder, 'client'), renderer.renderPage, settings);
  } catch (error) {
    const [reason] = String(error).split('\n', 1);
    throw new StartError(
      `The front end in ${frontendFolder} cannot be served (${reason ?? ''}): build it with npm run build`,
    );
  }
}

function hasRenderPage(module: unknown): module is { renderPage: RenderPage } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'renderPage' in module &&
    typeof module.renderPage === 'function'
  );
}
