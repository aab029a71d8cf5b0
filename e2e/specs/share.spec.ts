import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { decodeQR } from 'qr/decode.js';
import { useSetup } from './setup.js';
import { COPIED, card, connect, dashboardShown, toastShown } from '../support/browser/steps.js';
import { FIXTURE_ORIGIN } from './screens/fixtures.js';
import { keptInBrowser } from './screens/states.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

/** Decodes the QR code in a picture. @throws Error if there is none */
function readQr(picture: Buffer): string {
  const { width, height, data } = PNG.sync.read(picture);
  return decodeQR({ width, height, data: Uint8Array.from(data) });
}

describe('the share kit', () => {
  const setup = useSetup();

  async function kit(page: Page) {
    await page.goto('/');
    await connect(page);
    return card(page, 'Your Recruits').getByRole('list', { name: 'Share your referral link' });
  }

  function linkOf(wallet: string): string {
    return `${setup().product.origin}/?ref=${wallet}`;
  }

  it('shows the link as a QR code and as text, in a dialog that Escape closes', async () => {
    await setup().visit({}, async ({ page, key }) => {
      const button = (await kit(page)).getByRole('button', { name: 'QR code' });
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Recruit at Close Range' });
      await dialog.getByRole('img', { name: 'QR code of your referral link' }).waitFor();
      await dialog.getByText(linkOf(key.address)).waitFor();
      expect(await dialog.evaluate((each) => each.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await button.evaluate((each) => each === document.activeElement)).toBe(true);
    });
  });

  it('shows a QR code that contains the link', async () => {
    await setup().visit({}, async ({ page, key }) => {
      await (await kit(page)).getByRole('button', { name: 'QR code' }).click();
      const code = page.getByRole('img', { name: 'QR code of your referral link' });
      await code.waitFor();
      expect(readQr(await code.screenshot())).toBe(linkOf(key.address));
    });
  });
});

describe('behind a proxy with another host name', () => {
  const setup = useSetup({ PUBLIC_ORIGIN: FIXTURE_ORIGIN });

  it('the referral link names the public origin', async () => {
    const wallet = createWalletKey();
    const scripts = [keptInBrowser({ wallet })];
    await setup().visit({ phantom: { keys: [wallet] }, scripts }, async ({ page }) => {
      await page.goto('/dashboard');
      await dashboardShown(page);
      await page.getByRole('button', { name: 'Copy Your Referral Link' }).click();
      await toastShown(page, COPIED);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        `${FIXTURE_ORIGIN}/?ref=${wallet.address}`,
      );
    });
  });
});
