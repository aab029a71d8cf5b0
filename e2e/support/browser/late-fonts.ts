import type { Browser, Page } from 'playwright-core';
import { holdBack } from './hold-back.js';
import { forgetShifts, observeShifts } from './shifts.js';
import { hydrated } from './steps.js';

const FONTS = '**/*.woff2';

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

export function openWindows(browser: Browser): Promise<Page[]> {
  return Promise.all(
    WINDOWS.map(async (viewport) => {
      const context = await browser.newContext({ viewport, isMobile: viewport.width < 600 });
      await context.addInitScript(observeShifts);
      return context.newPage();
    }),
  );
}

/** Returns the layout shift in each window when the fonts of a page arrive after its code. */
export function shiftsByLateFonts(windows: readonly Page[], url: string): Promise<number[]> {
  return Promise.all(windows.map((page) => shiftByLateFonts(page, url)));
}

async function shiftByLateFonts(page: Page, url: string): Promise<number> {
  const release = await holdBack(page, FONTS);
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  await page.evaluate(forgetShifts);
  await hydrated(page);
  release();
  await page.waitForLoadState('networkidle');
  await page.unroute(FONTS);
  return page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return window.shifts ?? NaN;
  });
}

/**
 * Runs in the page: applies the fonts, however late they arrive. The browser would use a late font with
 * `font-display: optional` only from the next page on.
 */
export async function useLateFonts(): Promise<void> {
  for (const { cssRules } of document.styleSheets) {
    for (const rule of cssRules) {
      if (rule instanceof CSSFontFaceRule) rule.style.setProperty('font-display', 'swap');
    }
  }
  // Reading the layout starts the download of the fonts.
  document.body.getBoundingClientRect();
  await document.fonts.ready;
}
