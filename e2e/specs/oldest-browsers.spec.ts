import { expect, test } from './test.js';
import { oldestBrowsersScript } from './checks/oldest-browsers.js';
import { TOASTS, toastShown } from './checks/toasts.js';
import {
  betButton,
  lessonTab,
  linkInLesson,
  card,
  checkButton,
  connect,
  copyLinkButton,
  linkTo,
  signed,
} from '../support/browser/steps.js';

const scripts = [oldestBrowsersScript()];

test.use({ board: 'oldest-browsers' });

test.describe('without the built-ins that the oldest supported browsers lack,', () => {
  test('a visitor can bet, connect, sign, copy the link, open a pyramid and recompute the board', async ({
    visit,
    chain,
  }) => {
    await visit({ scripts }, async ({ page, key }) => {
      chain.fund(key.address, { sol: 1.5, shares: 2_000 });
      await page.goto('/');
      expect(await page.evaluate(() => 'toReversed' in Array.prototype)).toBe(false);
      await lessonTab(page, 1).click();
      await linkInLesson(page).click();
      await betButton(page).click();
      await connect(page);
      await page.getByText('1.5000 SOL').waitFor();
      await card(page, 'status').getByText('2,000.00').waitFor();
      await signed(page);
      await card(page, 'leaderboard').getByText('Nobody has recruited').waitFor();
      await copyLinkButton(page).click();
      await toastShown(page, TOASTS.copied);
      await linkTo(page, `/pyramid/${key.address}`).click();
      await page.waitForURL('**/pyramid/*');
      await linkTo(page, '/proof').click();
      await checkButton(page).click();
      await page.getByText('The board is empty').waitFor();
      await linkTo(page, '/about').click();
      await page.getByRole('heading', { name: 'Core Values' }).waitFor();
    });
  });
});
