import { expect, test } from './test.js';
import type { Browser, Page } from '@playwright/test';
import { FONT_SETS, launchChromium } from '../support/browser/chromium.js';
import { openWindows, shiftsByLateFonts, useLateFonts } from '../support/browser/late-fonts.js';
import { recruitFor } from '../support/product/recruits.js';
import { numberedWalletKey } from '../support/fake-phantom/keys.js';
import { SCREENS, UNKNOWN_PAGE } from './screens/screens.js';

/** Maximum relative difference in width between a font and its fallback. */
const TOLERANCE = 0.03;

const TEXTS = {
  '--font-sans':
    'Nothing is for sale. We never ask for a transaction, an approval or a seed phrase.',
  '--font-display': 'Connect your wallet to view your pyramid status. The pyramid has collapsed.',
};

/** Runs in the page: returns the widths of a text in a font and in its fallback, in px. */
function measure([variable, text]: readonly [string, string]): number[] {
  const families = getComputedStyle(document.documentElement).getPropertyValue(variable).split(',');
  return [families.slice(0, 1), families.slice(1)].map((names) => {
    const line = document.body.appendChild(document.createElement('span'));
    line.style.setProperty('font', `100px ${names.join()}`);
    line.style.setProperty('position', 'absolute');
    line.style.setProperty('white-space', 'nowrap');
    line.textContent = text;
    return line.getBoundingClientRect().width;
  });
}

const recruiter = numberedWalletKey(77).address;
const PAGES = [...SCREENS, UNKNOWN_PAGE, `/pyramid/${recruiter}`];

test.beforeAll(({ product }) => recruitFor(product, recruiter, 3));

for (const fonts of FONT_SETS) {
  test.describe(`on a machine with the fonts of ${fonts},`, () => {
    let browser: Browser;
    let windows: Page[];

    test.beforeAll(async () => {
      browser = await launchChromium(fonts);
      windows = await openWindows(browser);
    });
    test.afterAll(() => browser.close());

    // One set of fonts is enough here, because the next test compares the widths of the fallbacks in each set.
    for (const path of fonts === 'dejavu' ? PAGES : []) {
      test(`nothing moves on ${path} when the page’s own fonts arrive late`, async ({
        product,
      }) => {
        expect(await shiftsByLateFonts(windows, product.origin + path)).toEqual([0, 0]);
      });
    }

    for (const [family, text] of Object.entries(TEXTS)) {
      test(`the fallback of ${family} is less than 3 % wider or narrower than the font`, async ({
        product,
      }) => {
        const page = await browser.newPage();
        await page.goto(product.origin);
        await page.evaluate(useLateFonts);
        const widths = await page.evaluate(measure, [family, text] as const);
        const [own = NaN, other = NaN] = widths;
        expect(Math.abs(other / own - 1)).toBeLessThan(TOLERANCE);
        await page.close();
      });
    }
  });
}
