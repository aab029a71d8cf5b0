import { expect, test, type Site } from './test.js';
import type { Page } from '@playwright/test';
import {
  card,
  connect,
  dashboardShown,
  disconnectButton,
  toasts,
} from '../support/browser/steps.js';
import type { Visitor } from '../support/browser/visitor.js';
import { SCREENS, UNKNOWN_PAGE } from './screens/screens.js';

const PAGES = [...SCREENS, UNKNOWN_PAGE];

/** Insets of a phone with a notch and a home indicator, in CSS pixels. */
const INSETS = { top: 47, bottom: 34, left: 0, right: 0 };

/** Properties that a rule for hover may set: only looks and position, because touch screens have no hover. */
const MAY_HOVER =
  /^(--|color|background|border|text-decoration|filter|outline|fill|stroke|box-shadow|translate|animation)/;

/** Runs in the page: returns every property that a rule for :hover sets. */
function hoverProperties(): string[] {
  const declarations = (rule: CSSRule, inHover: boolean): string[] => {
    const hovers =
      inHover || (rule instanceof CSSStyleRule && rule.selectorText.includes(':hover'));
    const own =
      hovers && 'style' in rule && rule.style instanceof CSSStyleDeclaration
        ? Array.from(rule.style)
        : [];
    const inner = 'cssRules' in rule && rule.cssRules instanceof CSSRuleList ? rule.cssRules : [];
    return [...own, ...Array.from(inner).flatMap((each) => declarations(each, hovers))];
  };
  return Array.from(document.styleSheets).flatMap(({ cssRules }) =>
    Array.from(cssRules).flatMap((rule) => declarations(rule, false)),
  );
}

/** Runs in the page: returns an element's distance from the top, in px. */
function heightOf(element: Element): number {
  return element.getBoundingClientRect().y;
}

/** Runs in the page: waits for a click and returns the element's distance from the top at that moment. */
function heightWhenClicked(element: Element): Promise<number> {
  return new Promise((resolve) => {
    document.addEventListener('click', () => resolve(element.getBoundingClientRect().y), {
      once: true,
    });
  });
}

test.describe("in Phantom's in-app browser", () => {
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

  test("every screen fills the phone with and without the browser's bars", async ({ visit }) => {
    await visitInApp({ visit }, async ({ page }) => {
      for (const screen of PAGES) {
        for (const height of [844, 664]) {
          await page.setViewportSize({ width: 390, height });
          await page.goto(screen);
          const body = await page.evaluate(() => document.body.getBoundingClientRect().height);
          expect([screen, body >= height]).toEqual([screen, true]);
        }
      }
      const minHeight = await page.evaluate(() => getComputedStyle(document.body).minHeight);
      expect(minHeight).toBe('664px');
      await page.setViewportSize({ width: 390, height: 700 });
      expect(await page.evaluate(() => getComputedStyle(document.body).minHeight)).toBe('700px');
    });
  });

  test('notice, footer, toast and dialog keep clear of the notch and the home indicator', async ({
    visit,
  }) => {
    await visitInApp({ visit }, async ({ page, context }) => {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS });
      await page.goto('/');
      expect(
        await padding(page, 'aside[aria-label="Parody notice"]', 'Top'),
      ).toBeGreaterThanOrEqual(INSETS.top);
      expect(await padding(page, 'footer > div', 'Bottom')).toBeGreaterThanOrEqual(INSETS.bottom);
      await connect(page);
      await toasts(page).first().waitFor();
      const toast = await toasts(page).first().boundingBox();
      expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(844 - INSETS.bottom);
      await toasts(page).getByRole('button', { name: 'Dismiss' }).tap();
      await page.getByRole('button', { name: 'QR code' }).tap();
      const dialog = await page.getByRole('dialog').boundingBox();
      expect(dialog?.y).toBeGreaterThanOrEqual(INSETS.top);
      expect((dialog?.y ?? 0) + (dialog?.height ?? 0)).toBeLessThanOrEqual(844 - INSETS.bottom);
    });
  });

  test('a tap lifts a hanging stone, and rules for hover change only looks or position', async ({
    visit,
  }) => {
    await visitInApp({ visit }, async ({ page }) => {
      await page.goto('/');
      const last = page.getByRole('listitem').filter({ hasText: 'Load-bearing optimism' });
      const stone = last.locator('.hanging');
      await last.scrollIntoViewIfNeeded();
      const [before, tapped] = await Promise.all([
        stone.evaluate(heightOf),
        stone.evaluate(heightWhenClicked),
        last.tap(),
      ]);
      expect(tapped).toBeLessThan(before - 10);
      await connect(page);
      const properties = await page.evaluate(hoverProperties);
      expect(properties.length).toBeGreaterThan(5);
      expect(properties.filter((property) => !MAY_HOVER.test(property))).toEqual([]);
    });
  });

  test('the links of the header fit and are 44 px high or more; the footer leads to the proofs', async ({
    visit,
  }) => {
    await visitInApp({ visit }, async ({ page }) => {
      for (const width of [320, 360, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto('/about');
        for (const name of ['Dashboard', 'AI CEO', 'Participate', 'What We Ask']) {
          const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
          const box = await link.boundingBox();
          expect([name, (box?.height ?? 0) >= 44]).toEqual([name, true]);
          expect([name, (box?.x ?? -1) >= 0]).toEqual([name, true]);
          expect([name, (box?.x ?? 0) + (box?.width ?? width) <= width]).toEqual([name, true]);
        }
      }
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'What We Ask' })
        .tap();
      await page.waitForURL('**/what-we-ask');
      await page.getByRole('link', { name: 'Check every point yourself' }).tap();
      await page.waitForURL('**/proof');
    });
  });

  test('links to other sites open outside, and the page stays open', async ({ visit }) => {
    await visitInApp({ visit }, async ({ page, context, watch }) => {
      await watch.expectForeign('pump.fun');
      await page.goto('/');
      await connect(page);
      for (const screen of [null, ...PAGES]) {
        if (screen !== null) await page.goto(screen);
        const foreign = page.locator('a[href^="http"]');
        for (const link of await foreign.all()) {
          expect(await link.getAttribute('target')).toBe('_blank');
          expect(await link.getAttribute('rel')).toContain('noopener');
        }
      }
      await page.goto('/dashboard');
      await dashboardShown(page);
      const [opened] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('link', { name: /Buy More Shares/ }).tap(),
      ]);
      await opened.waitForURL('https://pump.fun/**');
      expect(page.url()).toMatch(/\/dashboard$/);
    });
  });

  test('a tap on one of the three tabs opens its lesson, and the tab keeps the focus', async ({
    visit,
  }) => {
    await visitInApp({ visit }, async ({ page }) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      expect(await page.getByRole('tab').count()).toBe(3);
      const tab = page.getByRole('tab', { name: 'Advanced Math' });
      await tab.evaluate((each) => {
        if (each instanceof HTMLElement) each.click();
      });
      await tab.focus();
      await page.getByRole('tabpanel', { name: 'Advanced Math' }).waitFor();
      expect(await tab.getAttribute('aria-selected')).toBe('true');
      expect(await tab.evaluate((each) => each === document.activeElement)).toBe(true);
    });
  });

  test('back and forward leave and enter the dashboard, still connected, without a prompt', async ({
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
      await page.getByRole('link', { name: 'Check every point yourself' }).evaluate((link) => {
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

  test('wallet and session survive, without a prompt, when the visitor leaves and comes back', async ({
    visit,
  }) => {
    await visitInApp({ visit }, async ({ page, phantom }) => {
      await page.goto('/');
      await connect(page);
      await card(page, 'Your Status')
        .getByText(/^Signed$/)
        .waitFor();
      await page.goto('about:blank');
      await page.goBack();
      await dashboardShown(page);
      await card(page, 'Your Status')
        .getByText(/^Signed$/)
        .waitFor();
      expect(await phantom.prompts()).toEqual(expect.not.arrayContaining(['connect']));
    });
  });
});
