import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

/** Path of the Chromium that `npm test` found. Throws when it is not told. */
export function chromiumProgram(): string {
  const program = process.env['CHROMIUM_PATH'];
  if (program === undefined)
    throw new Error('CHROMIUM_PATH is not set: run npm test, which sets it');
  return program;
}

/** Launches the Chromium of this machine, without the traffic it makes of its own accord. Throws when there is none. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumProgram(),
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
