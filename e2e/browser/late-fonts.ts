import type { Browser } from 'playwright-core';
import { holdBack } from './hold-back.js';
import { forgetShifts, observeShifts } from './shifts.js';
import { hydrated } from './steps.js';

/** Sizes of windows, in CSS pixels. */
export const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/**
 * How far a page moves in each window when its fonts come late, as cumulative layout shift counts it.
 * @param lateness in ms after the page is shown; after 100 a browser has shown the text in another font
 */
export async function shiftsByLateFonts(
  browser: Browser,
  url: string,
  lateness: number,
): Promise<number[]> {
  return Promise.all(WINDOWS.map((viewport) => shiftByLateFonts(browser, url, viewport, lateness)));
}

async function shiftByLateFonts(
  browser: Browser,
  url: string,
  viewport: { readonly width: number; readonly height: number },
  lateness: number,
): Promise<number> {
  const context = await browser.newContext({ viewport, isMobile: viewport.width < 600 });
  try {
    await context.addInitScript(observeShifts);
    const page = await context.newPage();
    const release = await holdBack(page, '**/*.woff2');
    await page.goto(url, { waitUntil: 'commit' });
    await page.getByRole('contentinfo').waitFor();
    await page.evaluate(forgetShifts);
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), lateness);
    release();
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    return await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return window.shifts ?? NaN;
    });
  } finally {
    await context.close();
  }
}

/** Runs in the page: has it use the fonts that came too late for this load, as the next one does. */
export async function useLateFonts(): Promise<void> {
  for (const { cssRules } of document.styleSheets) {
    for (const rule of cssRules) {
      if (rule instanceof CSSFontFaceRule) rule.style.setProperty('font-display', 'swap');
    }
  }
  // Layout begins to ask for them.
  document.body.getBoundingClientRect();
  await document.fonts.ready;
}
