import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { decodeQR } from 'qr/decode.js';
import { useSetup } from './setup.js';
import { card, connect, dashboardShown, toastTexts } from '../support/browser/steps.js';
import { FIXTURE_ORIGIN } from './screens/fixtures.js';
import { keptInBrowser } from './screens/states.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

/** Runs in the page: notes what the page hands to the share sheet. */
function noteShares(): void {
  window.shared = [];
  Object.defineProperty(navigator, 'share', {
    value: (data: ShareData) => {
      window.shared?.push(data);
      return Promise.resolve();
    },
  });
}

/** Runs in the page: a browser without a share sheet. */
function haveNoShareSheet(): void {
  Reflect.deleteProperty(Navigator.prototype, 'share');
}

/** Runs in the page: a browser that keeps its clipboard to itself. */
function haveNoClipboard(): void {
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
}

declare global {
  interface Window {
    shared?: ShareData[];
  }
}

/** What a camera reads in a picture. @throws Error when there is no QR code in it */
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

  it('shows the link as a QR code and in letters, in a dialog that Escape closes and that gives the focus back', async () => {
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

  it('draws a code that leads to the link', async () => {
    await setup().visit({}, async ({ page, key }) => {
      await (await kit(page)).getByRole('button', { name: 'QR code' }).click();
      const code = page.getByRole('img', { name: 'QR code of your referral link' });
      await code.waitFor();
      expect(readQr(await code.screenshot())).toBe(linkOf(key.address));
    });
  });

  it('fetches the code that draws it only when it is wanted', async () => {
    await setup().visit({}, async ({ page }) => {
      const ways = await kit(page);
      await page.waitForLoadState('networkidle');
      const fetched: string[] = [];
      page.on('requestfinished', (request) => {
        if (request.resourceType() === 'script') fetched.push(request.url());
      });
      await ways.getByRole('button', { name: 'QR code' }).click();
      await page.getByRole('dialog').waitFor();
      expect(fetched).not.toEqual([]);
    });
  });

  it.each([
    ['Share on X', 'https://x.com/intent/post'],
    ['Share on Telegram', 'https://t.me/share/url'],
  ])('%s opens outside with the link and a text that says parody', async (name, address) => {
    await setup().visit({}, async ({ page, context, watch, key }) => {
      await watch.expectForeign(new URL(address).host);
      const ways = await kit(page);
      const [opened] = await Promise.all([
        context.waitForEvent('page'),
        ways.getByRole('link', { name }).click(),
      ]);
      await opened.waitForURL(`${address}?**`);
      const { searchParams } = new URL(opened.url());
      expect(searchParams.get('url')).toBe(linkOf(key.address));
      expect(searchParams.get('text')).toMatch(/parody/);
      expect(page.url()).toMatch(/\/dashboard$/);
    });
  });

  it('opens the share sheet of the device with the link', async () => {
    const scripts = [`(${noteShares.toString()})()`];
    await setup().visit({ device: 'phantomBrowser', scripts }, async ({ page, key }) => {
      await (await kit(page)).getByRole('button', { name: 'Share' }).tap();
      const shared = await page.evaluate(() => window.shared);
      expect(shared).toHaveLength(1);
      expect(shared?.[0]).toMatchObject({ url: linkOf(key.address) });
      expect(shared?.[0]?.text).toMatch(/parody/);
    });
  });

  it('has no button for a share sheet where there is none', async () => {
    const scripts = [`(${haveNoShareSheet.toString()})()`];
    await setup().visit({ scripts }, async ({ page }) => {
      const ways = await kit(page);
      await ways.getByRole('button', { name: 'QR code' }).waitFor();
      expect(await ways.getByRole('button', { name: 'Share' }).count()).toBe(0);
    });
  });

  it('still has the link for copying by hand where the browser has no clipboard', async () => {
    const scripts = [`(${haveNoClipboard.toString()})()`];
    await setup().visit({ scripts }, async ({ page, key }) => {
      await kit(page);
      expect((await toastTexts(page))[0]).toBe('Wallet Connected');
      await page.getByRole('button', { name: 'Copy Your Referral Link' }).click();
      const field = card(page, 'Your Recruits').getByRole('textbox');
      expect(await field.inputValue()).toBe(linkOf(key.address));
    });
  });
});

describe('behind a proxy, by another name than the server’s own', () => {
  const setup = useSetup({ PUBLIC_ORIGIN: FIXTURE_ORIGIN });

  it('the referral link names the public origin', async () => {
    const wallet = createWalletKey();
    const scripts = [keptInBrowser({ wallet })];
    await setup().visit({ phantom: { keys: [wallet] }, scripts }, async ({ page }) => {
      await page.goto('/dashboard');
      await dashboardShown(page);
      await page.getByRole('button', { name: 'Copy Your Referral Link' }).click();
      expect((await toastTexts(page))[0]).toBe('Referral Link Copied!');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        `${FIXTURE_ORIGIN}/?ref=${wallet.address}`,
      );
    });
  });
});
