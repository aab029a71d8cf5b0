import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** Sets of installed fonts, each a file of e2e/fonts. They have no effect on browsers without Fontconfig. */
export const FONT_SETS = ['dejavu', 'liberation', 'android', 'urw'] as const;

export type FontSet = (typeof FONT_SETS)[number];

/** Returns the path of the Chromium that `npm test` found. Throws if it is not set. */
export function chromiumProgram(): string {
  const program = process.env['CHROMIUM_PATH'];
  if (program === undefined)
    throw new Error('CHROMIUM_PATH is not set: run npm test, which sets it');
  return program;
}

/** Launches Chromium with the same fonts on every machine and without background traffic. Throws if there is none. */
export async function launchChromium(fonts: FontSet = 'liberation'): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumProgram(),
    // The browser opens only our pages, and some machines do not allow a sandbox.
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
      // The headless shell ignores Fontconfig's hinting.
      '--font-render-hinting=slight',
      '--no-first-run',
      // Makes requests to other hosts fail without an intercepting proxy.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
    ],
  });
}
