import { expect, test } from './test.js';
import type { Page } from '@playwright/test';
import { retryButtons, connect, hydrated, linkTo, qrButton } from '../support/browser/steps.js';
import type { Watch } from '../support/browser/watch.js';

/** Matches files that are named by a number. They contain code that is loaded lazily. */
const PART = /\/assets\/\d+\.\w+\.js$/;

const MISSING = 'This part of the pyramid did not arrive.';

interface Requests {
  readonly documents: readonly string[];
  readonly parts: readonly string[];
}

/** Blocks the matching files, or answers 404 as after a deploy. */
async function block(
  page: Page,
  watch: Watch,
  files: RegExp,
  how: 'blocked' | 404,
): Promise<Requests> {
  for (const complaint of [/Failed to load resource/, /ChunkLoadError|Loading chunk/]) {
    watch.allow(complaint);
  }
  const documents: string[] = [];
  const parts: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    if (files.test(request.url())) parts.push(request.url());
  });
  await page.route(files, (route) =>
    how === 404 ? route.fulfill({ status: 404 }) : route.abort(),
  );
  return { documents, parts };
}

test.describe('code that fails to load', () => {
  test('is replaced by an error, and loads on a retry', async ({ page, watch }) => {
    await page.goto('/');
    await connect(page);
    const { documents } = await block(page, watch, PART, 'blocked');
    const showCode = qrButton(page);
    await showCode.click();
    await page.getByText(MISSING).waitFor();
    expect(documents).toEqual([]);
    await page.unroute(PART);
    await retryButtons(page).click();
    await page.getByText(MISSING).waitFor({ state: 'detached' });
    await showCode.click();
    await page.getByRole('dialog', { name: 'Recruit at Close Range' }).waitFor();
  });

  test('causes no reload loop for a reconnecting wallet', async ({ page, watch }) => {
    await page.goto('/');
    await connect(page);
    const { documents, parts } = await block(page, watch, /dashboard\..*\.js$/, 'blocked');
    await page.goto('/dashboard');
    await page.getByText(MISSING).waitFor();
    expect([documents.length, parts.length < 10]).toEqual([1, true]);
  });

  test('reloads the page once if a deploy has removed it', async ({ page, watch }) => {
    const files = /main\..*\.js$/;
    const { documents, parts } = await block(page, watch, files, 404);
    await page.goto('/');
    await expect.poll(() => parts.length).toBeGreaterThan(4);
    expect(documents).toEqual(['/', '/']);
    await page.unroute(files);
    await hydrated(page);
  });

  test('reloads the page once if a deploy has removed the code of the next screen', async ({
    page,
    watch,
  }) => {
    await page.goto('/');
    await hydrated(page);
    const { documents, parts } = await block(page, watch, PART, 404);
    await linkTo(page, '/about').click();
    await page.getByRole('heading', { name: 'CHEOPS' }).waitFor();
    await expect.poll(() => parts.length).toBeGreaterThan(4);
    expect(documents).toEqual(['/about']);
  });
});
