import path from 'node:path';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

/** Sets of installed fonts, each in a file of e2e/fonts. Browsers that do not use Fontconfig ignore them. */
export const FONT_SETS = ['dejavu', 'liberation', 'android', 'urw'] as const;

export type FontSet = (typeof FONT_SETS)[number];

/** Returns the path of Chromium, which `npm test` sets. Throws if it is not set. */
export function chromiumProgram(): string {
  const program = process.env['CHROMIUM_PATH'];
  if (program === undefined)
    throw new Error('CHROMIUM_PATH is not set: run npm test, which sets it');
  return program;
}

/** Returns options for Chromium with the same fonts on every machine, and without requests to other hosts. */
export function chromiumOptions(fonts: FontSet = 'liberation'): LaunchOptions {
  return {
    executablePath: chromiumProgram(),
    // Some machines do not allow a sandbox, and the browser opens only our own pages.
    chromiumSandbox: false,
    env: {
      ...process.env,
      FONTCONFIG_PATH: path.resolve('e2e/fonts'),
      FONTCONFIG_FILE: `${fonts}.conf`,
    },
    args: [
      // The headless shell ignores the hinting that Fontconfig sets.
      '--font-render-hinting=slight',
      // Makes requests to other hosts fail. Intercepting them would need a proxy.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
    ],
  };
}

/** Launches Chromium with {@link chromiumOptions}. Throws if Chromium is missing. */
export function launchChromium(fonts?: FontSet): Promise<Browser> {
  return chromium.launch(chromiumOptions(fonts));
}
