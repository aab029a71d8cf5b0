import { expect, test } from './test.js';
import { oldestBrowsersScript } from './checks/oldest-browsers.js';
import { TOASTS, toastShown } from './checks/toasts.js';
import { card, connect } from '../support/browser/steps.js';

const scripts = [oldestBrowsersScript()];

test.use({ board: 'oldest-browsers' });

test.describe('in the oldest browsers that are supported', () => {
  test('a visitor can bet, connect, sign, copy the link, see a pyramid and recompute the board', async ({
    visit,
    chain,
  }) => {
    await visit({ scripts }, async ({ page, key }) => {
      chain.fund(key.address, { sol: 1.5, shares: 2_000 });
      await page.goto('/');
      expect(await page.evaluate(() => 'toReversed' in Array.prototype)).toBe(false);
      await page.getByRole('tab', { name: 'Advanced Math' }).click();
      await page.getByRole('link', { name: 'See One Run Out' }).click();
      await page.getByRole('button', { name: 'Place Your Bet' }).click();
      await connect(page);
      await page.getByText('1.5000 SOL').waitFor();
      await card(page, 'Your Status').getByText('2,000.00').waitFor();
      await card(page, 'Your Status')
        .getByText(/^Signed$/)
        .waitFor();
      await card(page, 'Top Pyramid Builders').getByText('Nobody has recruited').waitFor();
      await page.getByRole('button', { name: 'Copy Your Referral Link' }).click();
      await toastShown(page, TOASTS.copied);
      await page.getByRole('link', { name: 'See It Drawn' }).click();
      await page.getByText('A pyramid of one stone.').waitFor();
      await page.getByRole('link', { name: 'Check every point yourself' }).click();
      await page.getByRole('button', { name: 'Check Everything' }).click();
      await page.getByText('The board is empty').waitFor();
      await page.getByRole('link', { name: 'AI CEO' }).first().click();
      await page.getByRole('heading', { name: 'Core Values' }).waitFor();
    });
  });
});
