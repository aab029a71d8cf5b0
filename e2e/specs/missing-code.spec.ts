import { expect, test } from './test.js';
import type { Page } from '@playwright/test';
import { connect, hydrated } from '../support/browser/steps.js';
import type { Watch } from '../support/browser/watch.js';

/** Matches files with the code of lazy screens and parts. */
const PART = /\/assets\/\d+\.\w+\.js$/;

const MISSING = 'This part of the pyramid did not arrive.';

interface Requests {
  readonly documents: readonly string[];
  readonly parts: readonly string[];
}

/** Blocks some files and counts all requests. */
async function block(page: Page, watch: Watch, files: RegExp): Promise<Requests> {
  for (const complaint of [/Failed to load resource/, /ChunkLoadError|Loading chunk/]) {
    watch.allow(complaint);
  }
  const documents: string[] = [];
  const parts: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
    if (files.test(request.url())) parts.push(request.url());
  });
  await page.route(files, (route) => route.abort());
  return { documents, parts };
}

test.describe('code that fails to load', () => {
  test('shows an error in its place, and loads on a retry', async ({ visit }) => {
    await visit({}, async ({ page, watch }) => {
      await page.goto('/');
      await connect(page);
      const { documents } = await block(page, watch, PART);
      await page.getByRole('button', { name: 'QR code' }).click();
      await page.getByText(MISSING).waitFor();
      await page.unroute(PART);
      await page.getByRole('button', { name: 'Try Again' }).click();
      await page.getByRole('dialog', { name: 'Recruit at Close Range' }).waitFor();
      expect(documents).toEqual([]);
    });
  });

  test('causes no reload loop for a reconnecting wallet', async ({ visit }) => {
    await visit({}, async ({ page, watch }) => {
      await page.goto('/');
      await connect(page);
      const { documents, parts } = await block(page, watch, /dashboard\..*\.js$/);
      await page.goto('/dashboard');
      await page.getByText(MISSING).waitFor();
      expect([documents.length, parts.length < 10]).toEqual([1, true]);
    });
  });

  test('reloads the page once if the page is of an old release', async ({ visit }) => {
    await visit({}, async ({ page, watch }) => {
      await page.goto('/');
      await hydrated(page);
      const { documents } = await block(page, watch, PART);
      await page.route(
        (url) => url.pathname === '/',
        (route) =>
          route.request().isNavigationRequest()
            ? route.continue()
            : route.fulfill({ contentType: 'text/html', body: 'the page of another release' }),
      );
      const loaded = page.waitForEvent('load');
      await page.getByRole('link', { name: 'AI CEO' }).first().click();
      await loaded;
      await page.getByRole('heading', { name: 'CHEOPS' }).waitFor();
      expect(documents.map((url) => new URL(url).pathname)).toEqual(['/about']);
      await page.goto('/');
      await hydrated(page);
      await page.getByRole('link', { name: 'AI CEO' }).first().click();
      await page.getByText(MISSING).waitFor();
      expect(documents.map((url) => new URL(url).pathname)).toEqual(['/about', '/']);
    });
  });
});
