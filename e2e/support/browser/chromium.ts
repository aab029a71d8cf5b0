import path from 'node:path';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

/**
 * Names of files in e2e/fonts whose fonts are installed here, from the variable that `npm test` sets. Browsers that do
 * not use Fontconfig ignore them.
 */
export const FONT_SETS = (process.env['FONT_SETS'] ?? '').split(',').filter((name) => name !== '');

/** The fonts of most tests: Liberation if it is installed, otherwise the machine's own. */
const USUAL_FONTS = FONT_SETS.includes('liberation') ? 'liberation' : undefined;

/** Returns the path of Chromium, which `npm test` sets. Throws if it is not set. */
export function chromiumProgram(): string {
  const program = process.env['CHROMIUM_PATH'];
  if (program === undefined)
    throw new Error('CHROMIUM_PATH is not set: run npm test, which sets it');
  return program;
}

/** Returns options for Chromium with one set of fonts, and without requests to other hosts. */
export function chromiumOptions(fonts: string | undefined = USUAL_FONTS): LaunchOptions {
  return {
    executablePath: chromiumProgram(),
    // Some machines do not allow a sandbox, and the browser opens only our own pages.
    chromiumSandbox: false,
    env: {
      ...process.env,
      ...(fonts && {
        FONTCONFIG_PATH: path.resolve('e2e/fonts'),
        FONTCONFIG_FILE: `${fonts}.conf`,
      }),
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
export function launchChromium(fonts?: string): Promise<Browser> {
  return chromium.launch(chromiumOptions(fonts));
}
