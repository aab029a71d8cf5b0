import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStale } from './build.js';
import { installMissing } from './install.js';
import { giveUp, ROOT } from './run.js';

/**
 * Installs and builds what a command needs, and then becomes that command.
 *
 * @param {Parameters<typeof buildStale>[0]} parts
 * @param {string} main the built file to run, below the root
 */
export async function runBuilt(parts, main) {
  try {
    installMissing();
    buildStale(parts);
  } catch (error) {
    giveUp(error);
  }
  await import(pathToFileURL(path.join(ROOT, main)).href);
}
