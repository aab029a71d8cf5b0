import { expect, test, type Site } from './test.js';
import type { Page } from '@playwright/test';
import {
  buyLink,
  connect,
  dashboardShown,
  disconnectButton,
  dismissButton,
  linkTo,
  openWithoutTime,
  qrButton,
  signed,
  toasts,
} from '../support/browser/steps.js';
import type { Visitor } from '../support/browser/visitor.js';

/** Insets of a phone with a notch and a home indicator, in CSS pixels. */
const INSETS = { top: 47, bottom: 34, left: 0, right: 0 };

function distanceFromTop(element: Element): number {
  return element.getBoundingClientRect().y;
}

function distanceFromTopWhenClicked(element: Element): Promise<number> {
  return new Promise((resolve) => {
    document.addEventListener('click', () => resolve(element.getBoundingClientRect().y), {
      once: true,
    });
  });
}

test.describe("in Phantom's in-app browser,", () => {
  function visitInApp(
    { visit }: Pick<Site, 'visit'>,
    play: (visitor: Visitor) => Promise<void>,
  ): Promise<void> {
    return visit({ device: 'phantomBrowser' }, async (visitor) => {
      visitor.watch.allow(/404 \(Not Found\)/);
      await play(visitor);
    });
  }

  function padding(page: Page, selector: string, side: 'Top' | 'Bottom'): Promise<number> {
    return page
      .locator(selector)
      .evaluate(
        (each, name) => parseFloat(getComputedStyle(each)[name]),
        `padding${side}` as const,
      );
  }

  test('notice, footer, toast and dialog keep clear of the notch and the home indicator', async ({
    visit,
  }) => {
    await visitInApp({ visit }, async ({ page, context }) => {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS });
      await openWithoutTime(page, '/');
      expect(
        await padding(page, 'aside[aria-label="Parody notice"]', 'Top'),
      ).toBeGreaterThanOrEqual(INSETS.top);
      expect(await padding(page, 'footer > div', 'Bottom')).toBeGreaterThanOrEqual(INSETS.bottom);
      await connect(page);
      await toasts(page).first().waitFor();
      const toast = await toasts(page).first().boundingBox();
      expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(844 - INSETS.bottom);
      await dismissButton(page).tap();
      await page.clock.resume();
      await qrButton(page).tap();
      const dialog = await page.getByRole('dialog').boundingBox();
      expect(dialog?.y).toBeGreaterThanOrEqual(INSETS.top);
      expect((dialog?.y ?? 0) + (dialog?.height ?? 0)).toBeLessThanOrEqual(844 - INSETS.bottom);
    });
  });

  test('a tap lifts a hanging stone', async ({ visit }) => {
    await visitInApp({ visit }, async ({ page }) => {
      await page.goto('/');
      const last = page.getByRole('listitem').filter({ hasText: 'Load-bearing optimism' });
      const stone = last.locator('.hanging');
      await last.scrollIntoViewIfNeeded();
      const [before, tapped] = await Promise.all([
        stone.evaluate(distanceFromTop),
        stone.evaluate(distanceFromTopWhenClicked),
        last.tap(),
      ]);
      expect(tapped).toBeLessThan(before);
    });
  });

  test('the link to the chart opens a new page, and the dashboard stays open', async ({
    visit,
  }) => {
    await visitInApp({ visit }, async ({ page, context, watch }) => {
      await watch.expectForeign('pump.fun');
      await page.goto('/');
      await connect(page);
      const [opened] = await Promise.all([context.waitForEvent('page'), buyLink(page).tap()]);
      await opened.waitForURL('https://pump.fun/**');
      expect(page.url()).toMatch(/\/dashboard$/);
    });
  });

  test('back and forward leave and enter the dashboard without a disconnect or another prompt', async ({
    visit,
  }) => {
    await visitInApp({ visit }, async ({ page, phantom }) => {
      await page.goto('/');
      await connect(page);
      await page.goBack();
      await disconnectButton(page).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      await page.goForward();
      await dashboardShown(page);
      expect(await phantom.prompts()).toHaveLength(1);
    });
  });

  test('back restores the scroll position', async ({ visit }) => {
    await visitInApp({ visit }, async ({ page }) => {
      await page.goto('/how-to-participate', { waitUntil: 'networkidle' });
      await page.evaluate(() => window.scrollTo(0, 700));
      await linkTo(page, '/proof').evaluate((link) => {
        if (link instanceof HTMLElement) link.click();
      });
      await page.waitForURL('**/proof');
      await expect(async () => expect(await page.evaluate(() => window.scrollY)).toBe(0)).toPass();
      await page.goBack();
      await page.waitForURL('**/how-to-participate');
      await expect(async () =>
        expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(600),
      ).toPass();
    });
  });

  test('wallet and session survive, without another prompt, when the visitor leaves and comes back', async ({
    visit,
  }) => {
    await visitInApp({ visit }, async ({ page, phantom }) => {
      await page.goto('/');
      await connect(page);
      await signed(page);
      const before = await phantom.prompts();
      await page.goto('about:blank');
      await page.goBack();
      await dashboardShown(page);
      await signed(page);
      // The browser may restore the page, with its list of prompts, or load it anew.
      expect([[], before]).toContainEqual(await phantom.prompts());
    });
  });
});
