import { expect, type Page } from '@playwright/test';
import { useLateFonts } from '../../support/browser/late-fonts.js';

/**
 * Compares a page, or the part of it that a selector names, with its picture in a folder of e2e/screenshots. The floating
 * emojis are hidden, because each machine has others.
 */
export async function expectPicture(
  page: Page,
  [device, name]: readonly [device: string, name: string],
  part?: string,
): Promise<void> {
  await page.evaluate(useLateFonts);
  await page.evaluate(holdStill);
  const options = { stylePath: 'e2e/specs/checks/picture.css' };
  const file = [device, `${name}.png`];
  if (part === undefined) await expect(page).toHaveScreenshot(file, { ...options, fullPage: true });
  else await expect(page.locator(part)).toHaveScreenshot(file, options);
}

/** Runs in the page: loads lazy pictures. */
async function holdStill(): Promise<void> {
  for (const image of document.images) {
    image.loading = 'eager';
    await image.decode();
  }
  window.scrollTo(0, 0);
}
