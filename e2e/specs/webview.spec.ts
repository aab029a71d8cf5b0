import { expect, test, type Site } from './test.js';
import {
  betButton,
  connectButton,
  dashboardShown,
  hydrated,
  signed,
} from '../support/browser/steps.js';
import type { Visitor } from '../support/browser/visitor.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';
import type { WebViewFault } from '../support/fake-phantom/webview-faults.js';

test.describe("in a wallet's browser with missing features,", () => {
  function visitInApp(
    { visit }: Pick<Site, 'visit'>,
    faults: readonly WebViewFault[],
    play: (visitor: Visitor) => Promise<void>,
  ) {
    return visit({ device: 'phantomBrowser', phantom: { faults } }, play);
  }

  test('Copy Your Result and Copy contract address show the text if they cannot copy it', async ({
    visit,
    chain,
  }) => {
    await visitInApp({ visit }, ['silent-clipboard'], async ({ page }) => {
      await page.goto('/');
      await page.locator('#collapse').scrollIntoViewIfNeeded();
      await betButton(page).tap();
      await page.getByRole('button', { name: 'Copy Your Result' }).tap();
      const result = page.getByRole('textbox', { name: 'Copy the result from here' });
      expect(await result.inputValue()).toContain(`${page.url()}?collapse=day`);
      await page.getByRole('button', { name: 'Copy contract address' }).tap();
      const address = page.getByRole('textbox', { name: 'Copy the address from here' });
      expect(await address.inputValue()).toBe(chain.mint);
    });
  });

  test('if downloads fail, Save as PNG shows the picture, and /proof shows a command', async ({
    visit,
  }) => {
    await visitInApp({ visit }, ['no-downloads'], async ({ page, key }) => {
      const address = `/pyramid/${key.address}`;
      await page.goto(address);
      await page.getByRole('link', { name: 'Save as PNG' }).tap();
      await page.waitForURL(`**${address}.png`);
      await page.goto('/proof');
      // Before hydration, a tap would not show the command.
      await hydrated(page);
      await page.getByRole('link', { name: 'Download proofs.jsonl' }).tap();
      await page.getByText(/curl -o proofs\.jsonl/).waitFor();
    });
  });

  test('a wallet keeps its referrer even if storage fails and the page is suspended', async ({
    visit,
    product,
  }) => {
    const referrer = createWalletKey().address;
    const phantom = { faults: ['no-storage'], answer: 'hang' } as const;
    await visit({ device: 'phantomBrowser', phantom }, async (visitor) => {
      const { page, context, key, watch } = visitor;
      watch.allow(/QuotaExceededError/);
      await page.goto(`/?ref=${referrer}`);
      await connectButton(page).tap();
      await page.getByText('Phantom is asking you.').first().waitFor();
      const session = await context.newCDPSession(page);
      await session.send('Page.setWebLifecycleState', { state: 'frozen' });
      await session.send('Page.setWebLifecycleState', { state: 'active' });
      await visitor.phantom.settle(true);
      await dashboardShown(page);
      await signed(page);
      const stats = await fetch(`${product.origin}/api/referral-stats?wallet=${key.address}`);
      expect(await stats.json()).toMatchObject({ referrer });
    });
  });
});
