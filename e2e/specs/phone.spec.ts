import { expect, test, type Site } from './test.js';
import { TOASTS, toastShown } from './checks/toasts.js';
import {
  connectButton,
  hydrated,
  linkTo,
  openWithoutTime,
  toasts,
} from '../support/browser/steps.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

test.describe('on a phone or tablet outside Phantom’s browser,', () => {
  function browseLink({ product }: Pick<Site, 'product'>, page: string): string {
    const { origin } = product;
    return `https://phantom.app/ul/browse/${encodeURIComponent(`${origin}${page}`)}?ref=${encodeURIComponent(origin)}`;
  }

  for (const device of ['iphone', 'ipad'] as const) {
    test(`Connect shows the toast Opening Phantom, and redirects after 1.5 s, on an ${device}`, async ({
      visit,
      product,
    }) => {
      await visit({ device, phantom: null }, async ({ page, watch }) => {
        await watch.expectForeign('phantom.app');
        await openWithoutTime(page, '/');
        await page.getByRole('button', { name: 'Pause the emojis' }).click();
        await page.getByRole('button', { name: 'Resume the emojis' }).waitFor();
        await connectButton(page).click();
        await toastShown(page, TOASTS.opening);
        await page.clock.runFor(1_400);
        expect(watch.foreign).toEqual([]);
        await page.clock.runFor(100);
        await page.waitForURL(/^https:\/\/phantom\.app/);
        expect(watch.foreign).toEqual([browseLink({ product }, '/')]);
      });
    });
  }

  test('the link to the in-app browser contains the referrer, even after the visitor has opened other pages', async ({
    visit,
    product,
  }) => {
    const referrer = createWalletKey().address;
    await visit({ device: 'iphone', phantom: null }, async ({ page, watch }) => {
      await watch.expectForeign('phantom.app');
      await page.goto(`/?ref=${referrer}`);
      await linkTo(page, '/about').click();
      await page.waitForURL('**/about');
      await linkTo(page, '/dashboard').click();
      await connectButton(page).click();
      await page.waitForURL(/^https:\/\/phantom\.app/);
      expect(watch.foreign).toEqual([browseLink({ product }, `/dashboard?ref=${referrer}`)]);
    });
  });

  test('the toast links to Phantom’s browser; each tap on Connect redirects, but opening the page does not', async ({
    visit,
    product,
  }) => {
    await visit({ device: 'android', phantom: null }, async ({ page, watch }) => {
      await watch.expectForeign('phantom.app');
      await page.goto('/');
      await connectButton(page).click();
      const link = toasts(page).getByRole('link');
      expect(await link.getAttribute('href')).toBe(browseLink({ product }, '/'));
      await page.waitForURL(/^https:\/\/phantom\.app/);
      await page.clock.install();
      await page.goto('/');
      await hydrated(page);
      await page.clock.runFor(4000);
      expect(watch.foreign).toHaveLength(1);
      await connectButton(page).click();
      await link.waitFor();
      await page.clock.runFor(1500);
      await page.waitForURL(/^https:\/\/phantom\.app/);
      expect(watch.foreign).toHaveLength(2);
    });
  });
});
