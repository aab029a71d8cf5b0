import { describe, expect, it } from '@jest/globals';
import { useSetup } from './setup.js';
import { card, connect, connectButton, dashboardShown } from '../support/browser/steps.js';
import type { Visitor } from '../support/browser/visitor.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';
import type { WebViewFault } from '../support/fake-phantom/webview-faults.js';

const SAID_WITHIN = { timeout: 3_000 };

describe("in a wallet's browser with missing features", () => {
  const setup = useSetup();

  function visit(faults: readonly WebViewFault[], play: (visitor: Visitor) => Promise<void>) {
    return setup().visit({ device: 'phantomBrowser', phantom: { faults } }, play);
  }

  it('Copy Your Referral Link selects the link if the clipboard never answers', async () => {
    await visit(['silent-clipboard', 'no-share-sheet'], async ({ page, key }) => {
      await page.goto('/');
      await connect(page);
      const ways = card(page, 'Your Recruits');
      await ways.getByRole('button', { name: 'Copy Your Referral Link' }).tap();
      await ways.getByRole('textbox', { name: 'Copy the link from here' }).waitFor(SAID_WITHIN);
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(
        `${setup().product.origin}/?ref=${key.address}`,
      );
      expect(await ways.getByRole('button', { name: 'Share' }).count()).toBe(0);
    });
  });

  it('Copy This Collapse and Copy contract address show the text if they cannot copy it', async () => {
    await visit(['silent-clipboard'], async ({ page }) => {
      await page.goto('/?collapse=5-1-9-k3x9');
      await page.getByRole('button', { name: 'Copy This Collapse' }).tap();
      const link = page.getByRole('textbox', { name: 'Copy the link from here' });
      expect(await link.inputValue(SAID_WITHIN)).toBe(page.url());
      await page.getByRole('button', { name: 'Copy contract address' }).tap();
      const address = page.getByRole('textbox', { name: 'Copy the address from here' });
      expect(await address.inputValue(SAID_WITHIN)).toBe(setup().chain.mint);
    });
  });

  it('if downloads fail, Save as PNG shows the picture, and /proof shows a command', async () => {
    await visit(['no-downloads'], async ({ page, key }) => {
      const address = `/pyramid/${key.address}`;
      await page.goto(address);
      await page.getByRole('link', { name: 'Save as PNG' }).tap();
      await page.waitForURL(`**${address}.png`);
      await page.goto('/proof');
      await page.getByRole('link', { name: 'Download proofs.jsonl' }).tap();
      await page.getByText(/curl -o proofs\.jsonl/).waitFor(SAID_WITHIN);
    });
  });

  it('a wallet keeps its referrer without storage and after a suspension', async () => {
    const referrer = createWalletKey().address;
    const phantom = { faults: ['no-storage'], answer: 'hang' } as const;
    await setup().visit({ device: 'phantomBrowser', phantom }, async (visitor) => {
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
      await card(page, 'Your Status')
        .getByText(/^Signed$/)
        .waitFor();
      const stats = await fetch(
        `${setup().product.origin}/api/referral-stats?wallet=${key.address}`,
      );
      expect(await stats.json()).toMatchObject({ referrer });
    });
  });
});
