import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStale } from './build.js';
import { installMissing } from './install.js';
import { exitWithError, ROOT, runWithDescendants } from './run.js';

/** @typedef {Parameters<typeof buildStale>[0]} Parts */

/**
 * Installs missing packages, builds stale parts, then runs `main` in this process.
 *
 * @param {Parts} parts
 * @param {string} main the built file, relative to the repository. Its code must stop its own child processes.
 */
export async function runBuilt(parts, main) {
  await prepare(parts);
  await import(pathToFileURL(path.join(ROOT, main)).href);
}

/**
 * Like {@link runBuilt}, but in another process, whose process group is killed when it ends.
 *
 * @param {Parts} parts
 * @param {string} main the built file, relative to the repository
 */
export async function runBuiltWithDescendants(parts, main) {
  await prepare(parts);
  const args = [path.join(ROOT, main), ...process.argv.slice(2)];
  process.exit(await runWithDescendants(args));
}

/** @param {Parts} parts */
async function prepare(parts) {
  try {
    await installMissing();
    await buildStale(parts);
  } catch (error) {
    exitWithError(error);
  }
}
