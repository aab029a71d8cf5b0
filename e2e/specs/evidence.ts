import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

/** Saves the state of a failed visit. Resolves to the error, whose message then names the folder. */
export type KeepEvidence = (failure: unknown) => Promise<Error>;

/**
 * Records the requests of a browser context. After a failure, saves them with a picture and the HTML of each page.
 * Playwright's traces would slow the tests by a tenth, and leave a folder for each visit.
 */
export function collectEvidence(context: BrowserContext): KeepEvidence {
  const requests: string[] = [];
  context.on('response', (response) => {
    requests.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    requests.push(`${request.failure()?.errorText ?? ''} ${request.method()} ${request.url()}`);
  });
  return async (failure) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pyramidion-failure-'));
    const pages = context
      .pages()
      .map((page, index) => keepPage(page, path.join(folder, `${index}`)));
    // Ignores failures, since the browser itself may be broken.
    await Promise.allSettled(pages);
    await writeFile(path.join(folder, 'requests.txt'), `${requests.join('\n')}\n`);
    const message = failure instanceof Error ? failure.message : String(failure);
    return new Error(`${message}\n\nWhat it looked like, and asked for: ${folder}`, {
      cause: failure,
    });
  };
}

async function keepPage(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${name}.png`, fullPage: true });
  await writeFile(`${name}.html`, await page.content());
}
