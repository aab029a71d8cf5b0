import { expect, test } from './test.js';
import { holdBack } from '../support/browser/hold-back.js';
import { TOASTS, toastShown } from './checks/toasts.js';
import {
  card,
  connect,
  connectButton,
  dashboardShown,
  disconnectButton,
  hydrated,
  proveButton,
  shortened,
  signed,
  toasts,
} from '../support/browser/steps.js';
import { CURRENT_PHANTOM } from '../support/browser/visitor.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';
import { otherWalletScript, phantomScript } from '../support/fake-phantom/page-script.js';

const PROMPT = 'Connect your wallet to view your pyramid status';

test.describe('the wallet:', () => {
  test('a disconnect removes address and dashboard, and a reload does not reconnect', async ({
    page,
    phantom,
    key,
  }) => {
    await page.goto('/');
    await connect(page);
    await disconnectButton(page).click();
    await page.getByRole('heading', { name: PROMPT }).waitFor();
    await page.getByText('You have resigned.').waitFor();
    expect(await page.getByText(shortened(key.address)).count()).toBe(0);
    await page.reload();
    await hydrated(page);
    await connectButton(page).waitFor();
    expect(await phantom.prompts()).toEqual([]);
    expect(await phantom.silentConnects()).toBe(0);
  });

  test('the dashboard content is shown only when a wallet is connected', async ({ page }) => {
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: PROMPT }).waitFor();
    for (const id of ['status', 'recruits', 'leaderboard'] as const) {
      expect(await card(page, id).count()).toBe(0);
    }
    await connect(page);
    expect(await page.getByRole('heading', { name: PROMPT }).count()).toBe(0);
  });

  test('a failed connect shows the failure toast, and is not repeated after a reload', async ({
    visit,
    product,
  }) => {
    await visit({ phantom: { answer: 'reject' } }, async ({ page, phantom, watch }) => {
      watch.allow(/Could not connect/);
      await page.goto('/');
      await connectButton(page).click();
      await toastShown(page, TOASTS.failed);
      expect(page.url()).toBe(`${product.origin}/`);
      expect(await phantom.prompts()).toEqual(['signIn']);
      await page.reload();
      await phantom.willAnswer('approve');
      await connect(page);
      expect(await phantom.silentConnects()).toBe(0);
      expect(await phantom.prompts()).toEqual(['signIn']);
    });
  });

  test('if Phantom fails to sign in, the page offers to connect without signing', async ({
    visit,
  }) => {
    await visit({ phantom: { cannotSign: -32_000 } }, async ({ page, phantom, watch }) => {
      watch.allow(/Could not connect|The wallet was not proven/);
      const skip = page.getByRole('button', { name: 'Connect without signing' });
      await page.goto('/');
      await hydrated(page);
      expect(await skip.count()).toBe(0);
      await connectButton(page).click();
      await skip.waitFor();
      await toastShown(page, TOASTS.failed);
      await connectButton(page).click();
      await expect(async () =>
        expect(await phantom.prompts()).toEqual(['signIn', 'signIn']),
      ).toPass();
      await skip.click();
      await dashboardShown(page);
      expect(await phantom.prompts()).toEqual(['signIn', 'signIn', 'connect']);
      const signature = card(page, 'status');
      await signature.getByText('Until you do, there are no points for turning up').waitFor();
      await proveButton(page).click();
      await signature.getByText('nothing has changed').waitFor();
      await page.reload();
      await dashboardShown(page);
      expect(await phantom.prompts()).toEqual([]);
    });
  });

  test('a prompt that Phantom never answers can be cancelled, and the next one connects', async ({
    visit,
  }) => {
    await visit({ phantom: { answer: 'hang' } }, async ({ page, phantom }) => {
      await page.goto('/dashboard');
      await connectButton(page).click();
      await expect(async () => expect(await phantom.prompts()).toEqual(['signIn'])).toPass();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await phantom.willAnswer('approve');
      await connect(page);
    });
  });

  test('the page shows progress until the server answers the sign-in, and then the dashboard', async ({
    page,
  }) => {
    const release = await holdBack(page, '**/api/session');
    await page.goto('/');
    await connectButton(page).click();
    await page.getByText('Our server is writing you down.').waitFor();
    await page.getByRole('main').locator('.animate-spin').waitFor();
    release();
    await dashboardShown(page);
  });

  test('on the dashboard, the focus moves to the heading when the visitor connects or disconnects', async ({
    page,
  }) => {
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.goto('/dashboard');
    await connect(page);
    await expect(async () => expect(await focused()).toBe('Dashboard')).toPass();
    await disconnectButton(page).click();
    await expect(async () => expect(await focused()).toBe(PROMPT)).toPass();
  });

  test('the page says why a connect fails if Phantom blocks the site', async ({ visit }) => {
    await visit({ phantom: { answer: 'block' } }, async ({ page, watch }) => {
      watch.allow(/Could not connect/);
      await page.goto('/dashboard');
      await connectButton(page).click();
      const reason = page.getByRole('main').getByRole('status');
      await reason.filter({ hasText: 'Phantom has this site on its list' }).waitFor();
      await toastShown(page, TOASTS.failed);
    });
  });

  test('on a desktop without Phantom but with another wallet, Connect opens Phantom’s site and shows the failure toast', async ({
    visit,
    product,
  }) => {
    const scripts = [otherWalletScript('Backpack', createWalletKey().address, 'solana')];
    await visit({ phantom: null, scripts }, async ({ page, context, watch }) => {
      await watch.expectForeign('phantom.app');
      watch.allow(/Please install Phantom wallet!/);
      await page.goto('/');
      const raised = page.waitForEvent('console', (message) =>
        message.text().includes('Please install Phantom wallet!'),
      );
      const opened = context.waitForEvent('page');
      await connectButton(page).click();
      expect((await raised).type()).toBe('error');
      await (await opened).waitForURL(/^https:\/\/phantom\.app/);
      await toastShown(page, TOASTS.failed);
      expect(page.url()).toBe(`${product.origin}/`);
      expect(await page.evaluate(() => window.otherWalletConnects?.['Backpack'])).toBe(0);
    });
  });

  test('an unlocked, trusted wallet stays connected on the next page load, without a prompt', async ({
    page,
    phantom,
    key,
    product,
  }) => {
    await page.goto('/');
    await connect(page);
    await page.goto('/about');
    await expect(async () => expect(await phantom.silentConnects()).toBe(1)).toPass();
    expect(page.url()).toMatch(/\/about$/);
    await page.goto('/');
    await page.getByRole('main').getByText(shortened(key.address)).waitFor();
    expect(page.url()).toBe(`${product.origin}/`);
    expect(await phantom.prompts()).toEqual([]);
    expect(await toasts(page).count()).toBe(0);
  });

  test('a silent reconnect that fails shows no prompt and no toast', async ({ page, phantom }) => {
    await page.goto('/');
    await connect(page);
    await phantom.distrust();
    await page.goto('/dashboard');
    await hydrated(page);
    await page.getByText('One signature, no transaction.').waitFor();
    expect(await phantom.prompts()).toEqual([]);
    expect(await toasts(page).count()).toBe(0);
    await connect(page);
    expect(await phantom.prompts()).toEqual(['signIn']);
  });

  test('if the visitor switches accounts in Phantom, the page shows the new account', async ({
    visit,
    chain,
  }) => {
    const keys = [createWalletKey(), createWalletKey()];
    const [first = createWalletKey(), second = createWalletKey()] = keys;
    chain.fund(first.address, { sol: 1, shares: 11 });
    chain.fund(second.address, { sol: 2, shares: 22 });
    await visit({ phantom: { keys } }, async ({ page, phantom }) => {
      await page.goto('/');
      await connect(page);
      await page.getByText('1.0000 SOL').waitFor();
      await phantom.switchAccount(1);
      await page.getByText(shortened(second.address)).first().waitFor();
      await page.getByText('2.0000 SOL').waitFor();
      await page.getByText('22.00', { exact: true }).waitFor();
      expect(await page.getByText(shortened(first.address)).count()).toBe(0);
      expect(await phantom.prompts()).toEqual(['signIn']);
      await proveButton(page).click();
      await signed(page);
    });
  });

  test('an old Phantom without isPhantomInstalled connects, reconnects after a reload, and disconnects', async ({
    visit,
  }) => {
    const phantom = { kind: 'old', installedFlag: false } as const;
    await visit({ phantom }, async ({ page, phantom: remote, key }) => {
      await page.goto('/');
      await connect(page);
      expect(await remote.prompts()).toEqual(['connect']);
      await page.reload();
      await page.getByText(shortened(key.address)).first().waitFor();
      expect(await remote.prompts()).toEqual([]);
      await disconnectButton(page).click();
      await page.getByRole('heading', { name: PROMPT }).waitFor();
    });
  });

  test('Connect finds a Phantom that registers after the page has loaded', async ({ visit }) => {
    const key = createWalletKey();
    const late = phantomScript({ ...CURRENT_PHANTOM, keys: [key] });
    await visit({ phantom: null }, async ({ page, phantom }) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      await page.evaluate(late);
      await connect(page);
      await page.getByText(shortened(key.address)).first().waitFor();
      expect(await phantom.prompts()).toEqual(['signIn']);
    });
  });

  test('Connect uses the Phantom of Solana even if a Phantom of another chain has registered first', async ({
    visit,
  }) => {
    const key = createWalletKey();
    const scripts = [
      otherWalletScript('Phantom', createWalletKey().address, 'sui'),
      phantomScript({ ...CURRENT_PHANTOM, keys: [key] }),
    ];
    await visit({ phantom: null, scripts }, async ({ page }) => {
      await page.goto('/');
      await connect(page);
      await page.getByText(shortened(key.address)).first().waitFor();
      expect(await page.evaluate(() => window.otherWalletConnects?.['Phantom'])).toBe(0);
    });
  });

  test('Connect neither lists nor connects a Standard wallet other than Phantom', async ({
    visit,
  }) => {
    const name = 'Mobile Wallet Adapter';
    const scripts = [otherWalletScript(name, createWalletKey().address, 'solana')];
    await visit({ scripts }, async ({ page }) => {
      // Stores a wallet under WalletProvider's default key, as another app at this origin may have done.
      await page.goto('/');
      await page.evaluate((wallet) => {
        localStorage.setItem('walletName', JSON.stringify(wallet));
      }, name);
      await page.reload();
      await connectButton(page).hover();
      await connect(page);
      expect(await page.getByText(name).count()).toBe(0);
      expect(await page.evaluate((wallet) => window.otherWalletConnects?.[wallet], name)).toBe(0);
    });
  });
});
