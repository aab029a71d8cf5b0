import { expect, type Page } from '@playwright/test';
import { useLateFonts } from '../../support/browser/late-fonts.js';

/** Compares a part of a page with its picture in e2e/screenshots. */
export async function expectPicture(
  page: Page,
  [device, name]: readonly [device: string, name: string],
  part = 'main',
): Promise<void> {
  await page.evaluate(useLateFonts);
  await page.evaluate(holdStill);
  // Hiding the caret would add a style, which the content security policy reports.
  const options = { caret: 'initial' } as const;
  const file = [device, `${name}.png`];
  await expect.soft(page.locator(part)).toHaveScreenshot(file, options);
}

/**
 * Runs in the page: keeps the banner off the pictured part, and hides the floating emojis, whose font differs between
 * machines.
 */
async function holdStill(): Promise<void> {
  for (const each of document.querySelectorAll<HTMLElement>(
    '[data-slot="floating-emojis"], a[href="#main"]',
  )) {
    each.style.setProperty('visibility', 'hidden');
  }
  document.querySelector('aside')?.style.setProperty('position', 'static');
  for (const image of document.images) {
    image.loading = 'eager';
    await image.decode();
  }
  window.scrollTo(0, 0);
}
