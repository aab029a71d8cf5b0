import { expect, test } from './test.js';
import type { Locator, Page } from '@playwright/test';
import { holdBack } from '../support/browser/hold-back.js';
import {
  buyLink,
  retryButtons,
  card,
  connect,
  connectButton,
  copyLinkButton,
  dashboardShown,
  disconnectButton,
  linkTo,
  proveButton,
  stat,
  statsLoaded,
} from '../support/browser/steps.js';
import { OUTRUN } from '../support/browser/watch.js';
import { provenRecruitsFor, recruitFor } from '../support/product/recruits.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

const LABELS = {
  recruits: ['Copy Your Referral Link', 'Direct Recruits', 'Total Points'],
  status: ['Your Status', 'Your Shares Balance', 'Buy More Shares'],
  leaderboard: ['Top Pyramid Builders'],
} as const;

test.describe('the dashboard', () => {
  async function expectLevel(page: Page, level: string, next: string, progress: number) {
    const status = card(page, 'status');
    await expect(async () => {
      await status.getByText(level, { exact: true }).first().waitFor({ timeout: 500 });
      const bar = status.getByRole('progressbar');
      expect(await bar.getAttribute('aria-label')).toBe(next ? `Progress to ${next}` : 'Progress');
      expect(Number(await bar.getAttribute('aria-valuenow'))).toBeCloseTo(progress, 5);
    }).toPass();
  }

  test('shows a wallet with 1,001 shares and 3 proven recruits as Silver Schemer, with progress of 60 % to Gold Guru', async ({
    visit,
    chain,
    product,
  }) => {
    const key = createWalletKey();
    chain.fund(key.address, { shares: 1_001 });
    await provenRecruitsFor(product, key.address, 3);
    await visit({ phantom: { keys: [key] } }, async ({ page }) => {
      await page.goto('/');
      await connect(page);
      await expectLevel(page, 'Silver Schemer', 'Gold Guru', 60);
    });
  });

  test('says that it is loading while its code loads', async ({ page }) => {
    const release = await holdBack(page, /dashboard\..*\.js$/);
    await page.goto('/dashboard');
    await connectButton(page).click();
    await disconnectButton(page).waitFor();
    await page.getByText('Your dashboard is on its way.').waitFor();
    release();
    await dashboardShown(page);
  });

  test('shows neither a higher level nor a rank for unproven recruits', async ({
    visit,
    chain,
    product,
  }) => {
    await provenRecruitsFor(product, createWalletKey().address, 1);
    const key = createWalletKey();
    chain.fund(key.address, { shares: 5_000 });
    await recruitFor(product, key.address, 3);
    await visit({ phantom: { keys: [key] } }, async ({ page }) => {
      await page.goto('/');
      await connect(page);
      await page.getByText('3 recruits, 0 proven').waitFor();
      await expectLevel(page, 'Bronze Dreamer', 'Silver Schemer', 60);
      await page.getByText('You are not ranked yet.').waitFor();
    });
  });

  test('labels its cards, numbers and buttons as the product promises', async ({ page }) => {
    await page.goto('/');
    await connect(page);
    for (const id of ['recruits', 'status', 'leaderboard'] as const) {
      for (const label of LABELS[id]) {
        await expect.soft(card(page, id).getByText(new RegExp(`^${label}`))).toBeVisible();
      }
    }
    for (const title of ['Rug Probability Meter', 'PyramidBot AI']) {
      await expect.soft(page.getByRole('heading', { name: title })).toBeVisible();
    }
  });

  test('shows the share count, and a link to the chart that opens a new tab', async ({
    page,
    key,
    chain,
  }) => {
    chain.fund(key.address, { shares: 1234.567 });
    await page.goto('/');
    await connect(page);
    await card(page, 'status').getByText('1,234 shares').waitFor();
    const link = buyLink(page);
    expect(await link.getAttribute('href')).toBe(`https://pump.fun/coin/${chain.mint}`);
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toContain('noopener');
  });

  test('shows referral stats with Direct Recruits and Total Points', async ({ visit, product }) => {
    const key = createWalletKey();
    await recruitFor(product, key.address, 3);
    await provenRecruitsFor(product, key.address, 2);
    await visit({ phantom: { keys: [key] } }, async ({ page }) => {
      await page.goto('/');
      await connect(page);
      await page.getByText('5 recruits, 2 proven').waitFor();
      expect(await stat(page, 'directRecruits').innerText()).toMatch(/^5\n/);
      expect(await stat(page, 'totalPoints').innerText()).toBe('2,100\n+3,000 once proven');
    });
  });

  test('fetches the stats of the connected wallet, and calls no API before a wallet connects', async ({
    page,
    key,
    product,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/dashboard', { waitUntil: 'networkidle' });
    expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
    await connect(page);
    await statsLoaded(page);
    const { origin } = product;
    const statsAsked = new Set(asked.filter((url) => url.includes('referral-stats')));
    expect([...statsAsked]).toEqual([`${origin}/api/referral-stats?wallet=${key.address}`]);
  });

  test('does not refetch stats or board after 10 minutes, on focus, or when the visitor comes back to the screen', async ({
    page,
    watch,
  }) => {
    watch.allow(OUTRUN);
    await page.clock.install();
    await page.goto('/');
    await connect(page);
    await statsLoaded(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.clock.fastForward(600_000);
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await linkTo(page, '/').click();
    await linkTo(page, '/dashboard').click();
    await statsLoaded(page);
    await page.clock.runFor(1_000);
    expect(asked.filter((url) => /referral-stats|leaderboard/.test(url))).toEqual([]);
  });

  test('on a phone shows the copy button and the rank without scrolling, and recruits before status', async ({
    visit,
    product,
  }) => {
    const key = createWalletKey();
    await provenRecruitsFor(product, key.address, 1);
    await visit({ device: 'phantomBrowser', phantom: { keys: [key] } }, async ({ page }) => {
      await page.goto('/');
      await connect(page);
      const rank = page.getByText(/^You are number \d+\.$/);
      await rank.waitFor();
      const copy = copyLinkButton(page);
      for (const each of [copy, rank]) expect(await bottomOf(each)).toBeLessThan(844);
      const cards = page.locator('#recruits, #status');
      const order = await cards.evaluateAll((all) => all.map(({ id }) => id));
      expect(order).toEqual(['recruits', 'status']);
    });
  });

  test("has a link to the visitor's pyramid", async ({ page, key }) => {
    await page.goto('/');
    await connect(page);
    await statsLoaded(page);
    await linkTo(page, `/pyramid/${key.address}`).click();
    await page.waitForURL(`**/pyramid/${key.address}`);
  });

  test('shows a newcomer one step at a time', async ({ visit, product }) => {
    await visit({ phantom: { kind: 'old' } }, async ({ page, key }) => {
      await page.goto('/');
      await connect(page);
      const step = page.getByText(/^Next step: /);
      await step.waitFor();
      expect(await step.count()).toBe(1);
      const prove = proveButton(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.locator('a[href="#signature"]').click();
      await expect(async () => expect(await bottomOf(prove)).toBeLessThan(844)).toPass();
      await prove.click();
      await page.getByText('Next step: send your link to one person.').waitFor();
      await provenRecruitsFor(product, key.address, 1);
      await page.reload();
      await page.getByText(/^You are number \d+\.$/).waitFor();
      expect(await step.count()).toBe(0);
    });
  });

  test('has one button that retries all failed cards', async ({ page, watch }) => {
    watch.allow(/503/);
    const failing = /\/api\/(referral-stats|leaderboard)/;
    await page.route(failing, (route) => route.fulfill({ status: 503, body: 'not now' }));
    await page.goto('/');
    await connect(page);
    await page.getByText('2 things did not load.').waitFor();
    expect(await retryButtons(page).count()).toBe(2);
    await page.unroute(failing);
    const all = page.getByRole('button', { name: 'Try All Again' });
    await all.click();
    await statsLoaded(page);
    await card(page, 'leaderboard').getByRole('table').waitFor();
    expect(await retryButtons(page).or(all).count()).toBe(0);
  });
});

async function bottomOf(element: Locator): Promise<number> {
  const { y, height } = (await element.boundingBox()) ?? { y: NaN, height: NaN };
  return y + height;
}
