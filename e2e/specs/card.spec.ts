import { expect, test } from './test.js';
import type { Page } from '@playwright/test';
import { shortened } from '../support/browser/steps.js';
import { provenRecruitsFor } from '../support/product/recruits.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

/** More than the size of a card without text. */
const MIN_CARD_BYTES = 110_000;

test.describe('a referral link', () => {
  async function tag(page: Page, property: string): Promise<string> {
    return (await page.locator(`meta[property="og:${property}"]`).getAttribute('content')) ?? '';
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
});
