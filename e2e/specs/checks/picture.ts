import { expect, type Page } from '@playwright/test';
import { useLateFonts } from '../../support/browser/late-fonts.js';

/**
 * Compares the part of a page that a selector names with its picture in a folder of e2e/screenshots. The floating
 * emojis are hidden, because their font differs from machine to machine.
 */
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
 * Runs in the page: hides the emojis, and the skip link, which pictures of tall parts may show. Stops the notice from
 * sticking to the window's edge, and loads lazy pictures.
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
