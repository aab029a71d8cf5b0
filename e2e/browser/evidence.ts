import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

/**
 * Has a context remember every step and every request, in case it fails. A picture of the page at every step would take
 * the tests a third more time.
 */
export async function collectEvidence(context: BrowserContext): Promise<void> {
  await context.tracing.start();
}

/**
 * Keeps what a visit that has failed looked like: each page as a picture and as HTML, and the Playwright trace.
 *
 * @returns the failure, with the folder in its message
 */
export async function withEvidence(context: BrowserContext, failure: unknown): Promise<Error> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pyramidion-failure-'));
  const pages = context.pages().map((page, index) => keepPage(page, path.join(folder, `${index}`)));
  // What can still be had: the browser itself may have failed.
  await Promise.allSettled(pages);
  await context.tracing.stop({ path: path.join(folder, 'trace.zip') }).catch(() => undefined);
  const message = failure instanceof Error ? failure.message : String(failure);
  return new Error(`${message}\n\nWhat it looked like, and a trace: ${folder}`, { cause: failure });
}

async function keepPage(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${name}.png`, fullPage: true });
  await writeFile(`${name}.html`, await page.content());
}
