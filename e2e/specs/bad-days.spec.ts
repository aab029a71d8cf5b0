import { expect, test } from './test.js';
import { TOASTS, toastShown } from './checks/toasts.js';
import {
  retryButtons,
  connect,
  connectButton,
  dashboardShown,
  disconnectButton,
  hydrated,
  proveButton,
  signed,
} from '../support/browser/steps.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

/** A network with 500 kbit/s and a latency of 400 ms. Throughput is in bytes per second. */
const SLOW_3G = {
  offline: false,
  latency: 400,
  downloadThroughput: 62_500,
  uploadThroughput: 62_500,
};

const PATIENCE_MS = 60_000;

test.describe('on a bad day,', () => {
  test('without JavaScript, the pyramid is a picture, and / and /dashboard say that connecting takes JavaScript', async ({
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

  test('the page of a pyramid names no other wallet, and hydrates, if the client’s budget of rendered pages is used up', async ({
    page,
    context,
    watch,
  }) => {
    watch.allow(/429 \(Too Many Requests\)|The query .* failed/);
    const path = () => `/pyramid/${createWalletKey().address}`;
    await expect(async () => {
      const html = await (await context.request.get(path())).text();
      expect(html).not.toContain('rel="canonical"');
    }).toPass({ timeout: PATIENCE_MS, intervals: [0] });
    const html = await (await page.goto(path()))?.text();
    expect(html).toContain('Raising the pyramid');
    expect(html).not.toContain('1'.repeat(32));
    await page.getByText('The pyramid did not load.').waitFor();
  });

  test('offline, Connect shows the failure toast when the visitor declines', async ({ visit }) => {
    await visit({ phantom: { answer: 'reject' } }, async ({ page, context, watch }) => {
      watch.allow(/ERR_INTERNET_DISCONNECTED|a signature|ould not|query .* failed|Chunk/);
      await page.goto('/');
      await hydrated(page);
      await context.setOffline(true);
      await connectButton(page).click();
      await toastShown(page, TOASTS.failed);
    });
  });

  test('a wallet connects offline without a signature, and can sign when it is online again', async ({
    page,
    context,
    watch,
  }) => {
    watch.allow(
      /ERR_INTERNET_DISCONNECTED|without a signature|could not be read|The query .* failed/,
    );
    await page.goto('/');
    await connect(page);
    await disconnectButton(page).click();
    await connectButton(page).waitFor();
    await context.setOffline(true);
    await connect(page);
    await page.getByText('Your balance could not be read').waitFor();
    await context.setOffline(false);
    await proveButton(page).click();
    await signed(page);
  });

  test('no card breaks if answers lack their fields, and retries load the cards', async ({
    page,
    key,
    watch,
  }) => {
    const body = { entries: [{}], nodes: [{}], levels: [{}] };
    watch.allow(/The query .* failed/);
    await page.goto('/');
    await connect(page);
    const answers = /\/api\/(leaderboard|pyramid|referral-stats|session)\b/;
    for (const screen of ['/dashboard', `/pyramid/${key.address}`]) {
      await page.route(answers, async (route) => route.fulfill({ json: body }));
      await page.goto(screen);
      const retries = retryButtons(page);
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

  test('a slow phone on slow 3G connects at the first tap', async ({ visit }) => {
    await visit({ device: 'phantomBrowser' }, async ({ page, context, phantom }) => {
      context.setDefaultTimeout(PATIENCE_MS);
      context.setDefaultNavigationTimeout(PATIENCE_MS);
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
