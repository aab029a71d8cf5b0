import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useSetup } from './setup.js';
import { shortened } from '../support/browser/steps.js';
import { provenRecruitsFor } from '../support/product/recruits.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';
import { SCREENS } from './screens/screens.js';

/** More than the compressed size of a card without text. */
const MIN_CARD_BYTES = 30_000;

describe('a shared link', () => {
  const setup = useSetup();

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

  it('names the wallet and says parody in its title, and has a card with text', async () => {
    const builder = createWalletKey().address;
    await provenRecruitsFor(setup().product, builder, 3);
    await setup().visit({ javaScript: false, phantom: null }, async ({ page }) => {
      await page.goto(`/?ref=${builder}`);
      expect(await tag(page, 'title')).toBe(
        `${shortened(builder)} would like to recruit you (parody)`,
      );
      expect(await tag(page, 'url')).toBe(`${setup().product.origin}/?ref=${builder}`);
      const card = await fetch(await tag(page, 'image'));
      expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect((await card.arrayBuffer()).byteLength).toBeGreaterThan(MIN_CARD_BYTES);
    });
  });

  it('has a card of 1200 × 630 that a browser can show', async () => {
    await setup().visit({ phantom: null }, async ({ page }) => {
      await page.goto('/');
      expect(await sizeOf(page, `/card/${createWalletKey().address}.png`)).toEqual([1200, 630]);
      expect(await sizeOf(page, '/card.png')).toEqual([1200, 630]);
    });
  });

  it.each(SCREENS)('to %s shows the card of the site, with the word parody', async (path) => {
    await setup().visit({ javaScript: false, phantom: null }, async ({ page }) => {
      await page.goto(path);
      expect(await tag(page, 'title')).toMatch(/parody/);
      expect(await tag(page, 'site_name')).toMatch(/parody/);
      expect(await tag(page, 'image')).toBe(`${setup().product.origin}/card.png`);
    });
  });

  it('to a collapse tells the result, keeps the referrer, and has a card of its own', async () => {
    const builder = createWalletKey().address;
    await setup().visit({ javaScript: false, phantom: null }, async ({ page }) => {
      const path = `/?ref=${builder}&collapse=5-10-9-k3x9`;
      await page.goto(path);
      expect(await tag(page, 'title')).toBe('A pyramid that ended on level 13 (parody)');
      expect(await tag(page, 'description')).toMatch(
        /91\.0% of them stood .* They bet .* 4 levels too early/,
      );
      expect(await tag(page, 'url')).toBe(`${setup().product.origin}${path}`);
      const [own, site] = await Promise.all(
        [await tag(page, 'image'), '/card.png'].map(async (address) => {
          const card = await fetch(new URL(address, setup().product.origin));
          expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png']);
          return Buffer.from(await card.arrayBuffer());
        }),
      );
      expect(own?.equals(site ?? Buffer.alloc(0))).toBe(false);
    });
  });

  it('with an invalid wallet has the card of the site, and the page does not contain the value', async () => {
    await setup().visit({ javaScript: false, phantom: null }, async ({ page }) => {
      await page.goto('/?ref="><script>alert(1)</script>');
      expect(await tag(page, 'image')).toBe(`${setup().product.origin}/card.png`);
      expect(await page.content()).not.toContain('alert(1)');
    });
  });
});
