import { existsSync } from 'node:fs';
import { installDebianPackage } from './debian.js';

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * A Chromium for the end-to-end tests; Debian's is installed when there is none and root may do so.
 *
 * @returns {string} path of its program
 * @throws {Error} when there is none and none can be installed
 */
export function findChromium() {
  const found = installedChromium();
  if (found) return found;
  installDebianPackage('chromium');
  const installed = installedChromium();
  if (installed) return installed;
  throw new Error(
    'The end-to-end tests need Chromium: install it, or set CHROMIUM_PATH to its program',
  );
}

function installedChromium() {
  return PLACES.find((place) => place !== undefined && existsSync(place));
}
