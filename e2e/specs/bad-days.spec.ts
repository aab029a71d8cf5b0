import { expect, test } from './test.js';
import type { Page } from '@playwright/test';
import {
  FAILED,
  WELCOME,
  card,
  connect,
  connectButton,
  dashboardShown,
  hydrated,
  toastShown,
} from '../support/browser/steps.js';
import { provenRecruitsFor } from '../support/product/recruits.js';
import { SCREENS } from './screens/screens.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

/** DevTools' "Slow 3G", with a latency of 400 ms. Throughput is in bytes per second. */
const SLOW_3G = {
  offline: false,
  latency: 400,
  downloadThroughput: 62_500,
  uploadThroughput: 62_500,
};

/** Timeout of a page on such a network, in ms. */
const PATIENCE_MS = 60_000;

/** Selector of controls that open a phone's keyboard. */
const TAKES_LETTERS = 'input:not([readonly], [type=range]), textarea, [contenteditable]';

/** Returns the texts of elements that make the page scroll horizontally. */
function beyondTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth === clientWidth) return [];
    return Array.from(document.body.querySelectorAll('*'))
      .filter((each) => each.getBoundingClientRect().right > clientWidth)
      .map(({ tagName, textContent }) => `${tagName} ${textContent.slice(0, 40)}`);
  });
}

test.describe('on a bad day', () => {
  test('with a doubled font size, no page scrolls sideways, and none has a text field', async ({
    visit,
    product,
  }) => {
    const key = createWalletKey();
    await provenRecruitsFor(product, key.address, 2);
    await visit({ device: 'phantomBrowser', phantom: { keys: [key] } }, async ({ page }) => {
      await page.goto('/');
      await connect(page);
      for (const screen of [...SCREENS, `/pyramid/${key.address}`]) {
        await page.goto(screen);
        if (screen === '/dashboard') {
          await card(page, 'Top Pyramid Builders').locator('tbody tr').first().waitFor();
        }
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
        expect([screen, await beyondTheEdge(page)]).toEqual([screen, []]);
        expect(await page.locator(TAKES_LETTERS).count()).toBe(0);
      }
    });
  });

  test('without JavaScript, the pyramid is a picture, and Connect asks for JavaScript', async ({
    visit,
  }) => {
    const wallet = createWalletKey().address;
    await visit({ javaScript: false, phantom: null }, async ({ page }) => {
      for (const screen of ['/', '/dashboard']) {
        await page.goto(screen);
        await page.locator('noscript p', { hasText: 'takes JavaScript' }).first().waitFor();
      }
      const picture = page.waitForResponse(`**/pyramid/${wallet}.png`);
      await page.goto(`/pyramid/${wallet}`);
      expect((await picture).status()).toBe(200);
      await page.locator('noscript img').waitFor();
      expect(await page.getByText('Raising the pyramid').isVisible()).toBe(false);
    });
  });

  for (const [what, answer, toast] of [
    ['approves', 'approve', WELCOME],
    ['declines', 'reject', FAILED],
  ] as const) {
    test(`Connect shows its result offline if the visitor ${what}`, async ({ visit }) => {
      await visit({ phantom: { answer } }, async ({ page, context, watch }) => {
        watch.allow(/ERR_INTERNET_DISCONNECTED|a signature|ould not|query .* failed|Chunk/);
        await page.goto('/');
        await hydrated(page);
        await context.setOffline(true);
        await connectButton(page).click();
        await toastShown(page, toast);
      });
    });
  }

  test('a wallet connects offline without a signature, and can sign when it is online again', async ({
    visit,
  }) => {
    await visit({}, async ({ page, context, watch }) => {
      watch.allow(
        /ERR_INTERNET_DISCONNECTED|without a signature|could not be read|The query .* failed/,
      );
      await page.goto('/');
      await connect(page);
      await page.getByRole('button', { name: 'Disconnect Wallet' }).click();
      await connectButton(page).waitFor();
      await context.setOffline(true);
      await connect(page);
      await page.getByText('Your balance could not be read').waitFor();
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Prove it' }).click();
      await card(page, 'Your Status')
        .getByText(/^Signed$/)
        .waitFor();
    });
  });

  for (const [what, body] of [
    ['no fields', { entries: [{}], nodes: [{}], levels: [{}] }],
    ['no numbers', { entries: [], total: 'many', next: null, levels: [], nodes: [] }],
  ] as const) {
    test(`no card breaks if a successful answer has ${what}, and a retry loads it`, async ({
      visit,
    }) => {
      await visit({}, async ({ page, key, watch }) => {
        watch.allow(/The query .* failed/);
        await page.goto('/');
        await connect(page);
        const answers = /\/api\/(leaderboard|pyramid|referral-stats|session)\b/;
        for (const screen of ['/dashboard', `/pyramid/${key.address}`]) {
          await page.route(answers, async (route) => route.fulfill({ json: body }));
          await page.goto(screen);
          const retries = page.getByRole('alert').getByRole('button', { name: 'Try Again' });
          await retries.first().waitFor();
          expect(await page.getByText('This card has collapsed.').count()).toBe(0);
          await page.unroute(answers);
          await expect(async () => {
            await retries
              .first()
              .click({ timeout: 1_000 })
              .catch(() => undefined);
            expect(await retries.count()).toBe(0);
          }).toPass();
        }
      });
    });
  }

  test('a slow phone on slow 3G connects at the first tap', async ({ visit }) => {
    await visit({ device: 'phantomBrowser' }, async ({ page, context, phantom }) => {
      context.setDefaultTimeout(PATIENCE_MS);
      const session = await context.newCDPSession(page);
      await session.send('Network.emulateNetworkConditions', SLOW_3G);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      await page.goto('/', { waitUntil: 'commit' });
      await connectButton(page).tap();
      await dashboardShown(page);
      expect(await phantom.prompts()).toEqual(['signIn']);
    });
  });
});
