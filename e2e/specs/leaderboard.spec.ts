import { expect, test } from './test.js';
import { holdBack } from '../support/browser/hold-back.js';
import { retryButtons, card, connect, shortened, stat } from '../support/browser/steps.js';
import { provenRecruitsFor, recruitFor } from '../support/product/recruits.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

test.use({ board: 'leaderboard' });

test.describe('leaderboard and stats:', () => {
  const builders = Array.from({ length: 12 }, () => createWalletKey());

  test.beforeAll(async ({ product }) => {
    for (const [index, { address }] of builders.entries()) {
      await provenRecruitsFor(product, address, 13 - index);
      await recruitFor(product, address, 2 * index);
    }
  });

  test('the board ranks the first by points, not by claims, and shows the visitor’s rank', async ({
    visit,
  }) => {
    const last = builders.slice(11);
    await visit({ phantom: { keys: last } }, async ({ page, key }) => {
      await page.goto('/');
      await connect(page);
      const board = card(page, 'leaderboard');
      await board.getByRole('button', { expanded: false }).click();
      const rows = board.locator('tbody tr');
      await expect(rows).toHaveCount(13);
      const first = await rows.first().locator('td, th').allInnerTexts();
      expect(first.join(' ')).toMatch(/^1 \S+\n\w+ of \w+ 13 13,000$/);
      const own = await board.locator('[aria-current]').innerText();
      for (const text of ['12', shortened(key.address), '24', '2,100']) expect(own).toContain(text);
      await board.getByRole('tabpanel').getByText('12 of 12').waitFor();
      await board.getByRole('tab', { selected: false }).click();
      await expect(board.getByRole('table').locator('tbody tr')).toHaveCount(10);
      await board.getByRole('tabpanel').getByText('12 of 12').waitFor();
    });
  });

  test('stats that fail to load are shown as unknown; the failure is logged, and a retry loads them', async ({
    visit,
  }) => {
    await visit({ phantom: { keys: builders.slice(0, 1) } }, async ({ page, watch }) => {
      watch.allow(/418/);
      const logged = page.waitForEvent('console', (message) =>
        message.text().includes('418: no stats today'),
      );
      const stats = '**/api/referral-stats*';
      await page.route(stats, (route) => route.fulfill({ status: 418, body: 'no stats today' }));
      await page.goto('/');
      await connect(page);
      await logged;
      const recruits = card(page, 'recruits');
      await recruits.getByText('Your stats did not load.').waitFor();
      for (const name of ['directRecruits', 'totalPoints'] as const) {
        expect(await stat(page, name).innerText()).toMatch(/^–\s*$/);
      }
      await card(page, 'status').getByText('your real level is not known').waitFor();
      await page.unroute(stats);
      await retryButtons(recruits).click();
      await recruits.getByText('13 recruits, 13 proven').waitFor();
    });
  });

  test('neither “not ranked yet” nor a next level is shown while the visitor’s stats load', async ({
    visit,
  }) => {
    await visit({ phantom: { keys: builders.slice(11) } }, async ({ page }) => {
      const release = await holdBack(page, '**/api/referral-stats*');
      await page.goto('/');
      await connect(page);
      await card(page, 'leaderboard').locator('tbody tr').first().waitFor();
      await card(page, 'status').getByText('Looking you up.').waitFor();
      expect(await page.getByText(/not ranked yet|Next: Silver Schemer/).count()).toBe(0);
      release();
      await page.getByText(/Your rank: \d+ of/).waitFor();
    });
  });
});
