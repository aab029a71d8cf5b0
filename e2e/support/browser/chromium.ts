import path from 'node:path';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

/** Names of the configurations in e2e/fonts whose fonts are installed, set by `npm test`. */
export const FONT_SETS = (process.env['FONT_SETS'] ?? '').split(',').filter((name) => name !== '');

const USUAL_FONTS = FONT_SETS.includes('liberation') ? 'liberation' : undefined;

export function chromiumProgram(): string {
  const program = process.env['CHROMIUM_PATH'];
  if (program === undefined)
    throw new Error('CHROMIUM_PATH is not set: run npm test, which sets it');
  return program;
}

/** @param fonts name of a configuration in e2e/fonts */
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
      // Requests to other hosts fail, unless Playwright answers them.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
    ],
  };
}

export function launchChromium(fonts?: string): Promise<Browser> {
  return chromium.launch(chromiumOptions(fonts));
}
