import { expect, test } from './test.js';
import type { Page } from '@playwright/test';
import { shortened } from '../support/browser/steps.js';
import { provenRecruitsFor } from '../support/product/recruits.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';
import { SCREENS } from './screens/screens.js';

/** More than the compressed size of a card without text. */
const MIN_CARD_BYTES = 30_000;

test.describe('a shared link', () => {
  async function tag(page: Page, property: string): Promise<string> {
    return (await page.locator(`meta[property="og:${property}"]`).getAttribute('content')) ?? '';
  }

  /** Returns the size of a picture, decoded by the browser. */
  function sizeOf(page: Page, path: string): Promise<[number, number]> {
    return page.evaluate(async (source) => {
      const picture = new Image();
      picture.src = source;
      await picture.decode();
      return [picture.naturalWidth, picture.naturalHeight];
    }, path);
  }

  test('names the wallet and says parody in its title, and has a card with text', async ({
    visit,
    product,
  }) => {
    const builder = createWalletKey().address;
    await provenRecruitsFor(product, builder, 3);
    await visit({ javaScript: false, phantom: null }, async ({ page }) => {
      await page.goto(`/?ref=${builder}`);
      expect(await tag(page, 'title')).toBe(
        `${shortened(builder)} would like to recruit you (parody)`,
      );
      expect(await tag(page, 'url')).toBe(`${product.origin}/?ref=${builder}`);
      const card = await fetch(await tag(page, 'image'));
      expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect((await card.arrayBuffer()).byteLength).toBeGreaterThan(MIN_CARD_BYTES);
    });
  });

  test('has a card of 1200 × 630 that a browser can show', async ({ visit }) => {
    await visit({ phantom: null }, async ({ page }) => {
      await page.goto('/');
      expect(await sizeOf(page, `/card/${createWalletKey().address}.png`)).toEqual([1200, 630]);
      expect(await sizeOf(page, '/card.png')).toEqual([1200, 630]);
    });
  });

  test('to any other page shows the card of the site, with the word parody', async ({
    visit,
    product,
  }) => {
    await visit({ javaScript: false, phantom: null }, async ({ page }) => {
      for (const path of SCREENS.filter((each) => each !== '/report')) {
        await page.goto(path);
        expect(await tag(page, 'title')).toMatch(/parody/);
        expect(await tag(page, 'site_name')).toMatch(/parody/);
        expect(await tag(page, 'image')).toBe(`${product.origin}/card.png`);
      }
    });
  });

  test('to a collapse asks its question, keeps the referrer, and has a card of its own', async ({
    visit,
    product,
  }) => {
    const builder = createWalletKey().address;
    await visit({ javaScript: false, phantom: null }, async ({ page }) => {
      const path = `/?ref=${builder}&collapse=day47-2b`;
      await page.goto(path);
      expect(await tag(page, 'title')).toMatch(/^Pyramidion #47: /);
      expect(await tag(page, 'url')).toBe(`${product.origin}${path}`);
      const [own, site] = await Promise.all(
        [await tag(page, 'image'), '/card.png'].map(async (address) => {
          const card = await fetch(new URL(address, product.origin));
          expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png']);
          return Buffer.from(await card.arrayBuffer());
        }),
      );
      expect(own?.equals(site ?? Buffer.alloc(0))).toBe(false);
    });
  });

  test('with an invalid wallet has the card of the site, and the page does not contain the value', async ({
    visit,
    product,
  }) => {
    await visit({ javaScript: false, phantom: null }, async ({ page }) => {
      await page.goto('/?ref="><script>alert(1)</script>');
      expect(await tag(page, 'image')).toBe(`${product.origin}/card.png`);
      expect(await page.content()).not.toContain('alert(1)');
    });
  });
});
