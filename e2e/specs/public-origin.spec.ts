import { TOASTS, toastShown } from './checks/toasts.js';
import { dashboardShown } from '../support/browser/steps.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';
import { FIXTURE_ORIGIN } from './screens/fixtures.js';
import { keptInBrowser } from './screens/states.js';
import { expect, test } from './test.js';

test.use({ settings: { PUBLIC_ORIGIN: FIXTURE_ORIGIN } });

test('behind a proxy with another host name, the referral link names the public origin', async ({
  visit,
}) => {
  const wallet = createWalletKey();
  const scripts = [keptInBrowser({ wallet })];
  await visit({ phantom: { keys: [wallet] }, scripts }, async ({ page }) => {
    await page.goto('/dashboard');
    await dashboardShown(page);
    await page.getByRole('button', { name: 'Copy Your Referral Link' }).click();
    await toastShown(page, TOASTS.copied);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${FIXTURE_ORIGIN}/?ref=${wallet.address}`,
    );
  });
});
