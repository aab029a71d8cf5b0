import { expect, test, type Site } from './test.js';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { TOASTS, toastShown } from './checks/toasts.js';
import {
  clipboard,
  connect,
  connectButton,
  copyLinkButton,
  dashboardShown,
  disconnectButton,
  dismissButton,
  hydrated,
  linkTo,
  openWithoutTime,
  proveButton,
  toasts,
} from '../support/browser/steps.js';
import { signIn } from '../support/product/sign-in.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

const PART_OF_ADDRESS = '8UviNr47S8eL6J3WfDxMRa3h';

const statsSchema = z.object({ referrer: z.string().nullable() });

test.describe('referrals:', () => {
  async function referrerOf(
    { product }: Pick<Site, 'product'>,
    wallet: string,
  ): Promise<string | null> {
    const response = await fetch(`${product.origin}/api/referral-stats?wallet=${wallet}`);
    return statsSchema.parse(await response.json()).referrer;
  }

  function posts(page: Page): unknown[] {
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/referral')) bodies.push(request.postDataJSON());
    });
    return bodies;
  }

  async function dismissToast(page: Page): Promise<void> {
    await dismissButton(page).click();
  }

  test('a connect on a page with a ref parameter posts the referral, and shows two toasts, one at a time', async ({
    page,
    key,
    product,
  }) => {
    const referrer = createWalletKey().address;
    const sent = posts(page);
    await openWithoutTime(page, `/?ref=${referrer}`);
    expect(sent).toEqual([]);
    await connect(page);
    expect(sent).toEqual([{ referrerId: referrer, recruitId: key.address }]);
    expect(await referrerOf({ product }, key.address)).toBe(referrer);
    await toastShown(page, TOASTS.recruited);
    expect(await toasts(page).count()).toBe(1);
    await dismissToast(page);
    await toastShown(page, TOASTS.connected);
    expect(await toasts(page).count()).toBe(1);
  });

  test('a link whose fragment contains only a part of an address is shown as damaged', async ({
    page,
  }) => {
    await page.goto(`/#ref=${PART_OF_ADDRESS}`);
    const notice = page.getByRole('complementary', { name: 'Damaged link' });
    await expect(async () =>
      expect(await notice.innerText()).toContain('Ask them to send it again.'),
    ).toPass();
    await linkTo(page, '/dashboard').click();
    await page.waitForURL('**/dashboard');
    await expect(async () => expect(await notice.count()).toBe(0)).toPass();
  });

  test('a referrer pasted by hand is shown in full before the visitor signs', async ({
    visit,
    product,
  }) => {
    const referrer = createWalletKey().address;
    await visit({ phantom: { kind: 'old' } }, async ({ page, key }) => {
      await page.goto('/');
      await connect(page);
      await page.getByRole('button', { name: 'Somebody brought me' }).click();
      const field = page.getByRole('textbox', { name: 'Their link, or their wallet address:' });
      await field.fill('my friend');
      await page.getByRole('button', { name: 'Use This Referrer' }).click();
      await page.getByText('There is no whole wallet address in that.').waitFor();
      await field.fill(`${product.origin}/?ref=${referrer}.`);
      await page.getByRole('button', { name: 'Use This Referrer' }).click();
      await page.getByText(referrer).waitFor();
      expect(await referrerOf({ product }, key.address)).toBeNull();
      await proveButton(page).click();
      await expect(async () =>
        expect(await referrerOf({ product }, key.address)).toBe(referrer),
      ).toPass();
      await expect(async () =>
        expect(await page.getByRole('button', { name: 'Somebody brought me' }).count()).toBe(0),
      ).toPass();
    });
  });

  for (const javaScript of [true, false]) {
    test(`the landing page of a referral link names the referrer, with JavaScript: ${javaScript}`, async ({
      visit,
      product,
    }) => {
      const { origin } = product;
      const referrer = createWalletKey();
      await signIn(origin, createWalletKey(), referrer.address);
      await visit({ javaScript }, async ({ page }) => {
        const said = page.getByText('has 1 recruit and would like you to be number 2.');
        await page.goto(`/r/${referrer.address}`);
        await said.waitFor();
        expect(await said.getAttribute('title')).toBe(referrer.address);
        if (!javaScript) return;
        await linkTo(page, '/about').hover();
        await hydrated(page);
        await said.waitFor();
        await connect(page);
        await linkTo(page, '/').click();
        await page.getByRole('heading', { level: 1, name: /admits it/ }).waitFor();
        expect(await said.count()).toBe(0);
      });
    });
  }

  test("a pyramid's page offers to join under its wallet, and can be shared", async ({
    page,
    key,
    product,
  }) => {
    const { origin } = product;
    const referrer = createWalletKey();
    await signIn(origin, createWalletKey(), referrer.address);
    await page.goto(`/pyramid/${referrer.address}`);
    await page.getByRole('button', { name: 'Copy the Link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await clipboard(page)).toBe(`${origin}/pyramid/${referrer.address}`);
    await page.getByRole('list', { name: 'Share this pyramid' }).waitFor();
    await page.getByRole('link', { name: /^Join under/ }).click();
    await page.getByText('would like you to be number 2.').waitFor();
    await connect(page);
    expect(await referrerOf({ product }, key.address)).toBe(referrer.address);
    await page.goto(`/pyramid/${key.address}`);
    await page.getByRole('heading', { name: 'Show it around' }).waitFor();
    expect(await page.getByRole('link', { name: /^Join under/ }).count()).toBe(0);
  });

  test('the landing page explains connecting to visitors without Phantom, and has a link that scrolls to the collapse', async ({
    visit,
  }) => {
    await visit({ phantom: null }, async ({ page }) => {
      await page.goto('/');
      await page.getByText('Phantom is not in this browser.').first().waitFor();
      await page.locator('a[href="#collapse"]').first().click();
      const collapse = page.locator('#collapse');
      await expect(async () => {
        const { y } = (await collapse.boundingBox()) ?? { y: Infinity };
        expect(Math.abs(y)).toBeLessThan(100);
      }).toPass();
    });
    await visit({ phantom: null, device: 'android' }, async ({ page }) => {
      await page.goto('/');
      await page.getByText('Connecting opens this page inside the Phantom app.').first().waitFor();
    });
  });

  test('the landing page shows that a link is damaged even without JavaScript', async ({
    visit,
  }) => {
    await visit({ javaScript: false }, async ({ page }) => {
      await page.goto(`/?ref=${PART_OF_ADDRESS}`);
      expect(await page.getByText('Your link is damaged.').count()).toBe(1);
    });
  });

  test('a claim that cannot be sent shows the failure toast, and is recorded at the next connect', async ({
    visit,
    product,
  }) => {
    const referrer = createWalletKey().address;
    await visit({ phantom: { kind: 'old' } }, async ({ page, key, watch }) => {
      watch.allow(/Could not connect|Failed to load resource/);
      const sent = posts(page);
      await page.route('**/api/referral', (route) => route.abort());
      await page.goto(`/?ref=${referrer}`);
      await connectButton(page).click();
      await toastShown(page, TOASTS.failed);
      expect(page.url()).not.toMatch(/dashboard/);
      expect(sent).toHaveLength(1);
      await page.unroute('**/api/referral');
      await disconnectButton(page).click();
      await connect(page);
      await expect(async () =>
        expect(await referrerOf({ product }, key.address)).toBe(referrer),
      ).toPass();
    });
  });

  test('the referrer of a link survives navigation and a reload, and is recorded after a connect on the dashboard', async ({
    page,
    key,
    product,
  }) => {
    const referrer = createWalletKey().address;
    await page.goto(`/?ref=${referrer}`);
    await linkTo(page, '/about').click();
    await page.waitForURL('**/about');
    await page.reload();
    await linkTo(page, '/dashboard').click();
    await page.waitForURL('**/dashboard');
    await connectButton(page).click();
    await dashboardShown(page);
    await toastShown(page, TOASTS.recruited);
    expect(await referrerOf({ product }, key.address)).toBe(referrer);
    const remembered = () => sessionStorage.getItem('pyramidion.referrer');
    expect(await page.evaluate(remembered)).toBeNull();
  });

  test('Copy Your Referral Link copies {origin}/?ref={address}, and says so in one toast', async ({
    page,
    key,
    product,
  }) => {
    await openWithoutTime(page, '/');
    await connect(page);
    await dismissToast(page);
    await copyLinkButton(page).click();
    await toastShown(page, TOASTS.copied);
    await dismissToast(page);
    await expect(toasts(page)).toHaveCount(0);
    expect(await clipboard(page)).toBe(`${product.origin}/?ref=${key.address}`);
  });
});
