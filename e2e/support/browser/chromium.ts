import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** What a machine may have installed, each a file of e2e/fonts. Where browsers do not go by Fontconfig it changes nothing. */
export const FONT_SETS = ['dejavu', 'liberation', 'android', 'urw'] as const;

export type FontSet = (typeof FONT_SETS)[number];

/** Path of the Chromium that `npm test` found. Throws when it is not told. */
export function chromiumProgram(): string {
  const program = process.env['CHROMIUM_PATH'];
  if (program === undefined)
    throw new Error('CHROMIUM_PATH is not set: run npm test, which sets it');
  return program;
}

/**
 * Launches the Chromium of this machine with the same fonts on every machine, and without the traffic it makes of its
 * own accord. Throws when there is none.
 */
export async function launchChromium(fonts: FontSet = 'liberation'): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumProgram(),
    // It opens nothing but the product's own pages, and not every machine lets it have a sandbox.
    chromiumSandbox: false,
    env: {
      ...process.env,
      FONTCONFIG_PATH: path.resolve('e2e/fonts'),
      FONTCONFIG_FILE: `${fonts}.conf`,
    },
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // The headless shell does not ask Fontconfig for it.
      '--font-render-hinting=slight',
      '--no-first-run',
      // What asks another host fails, with nothing that would have to stand between a page and its server.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
    ],
  });
}
