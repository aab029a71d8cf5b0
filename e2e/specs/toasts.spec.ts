import { expect, test } from './test.js';
import type { Locator, Page } from '@playwright/test';
import { TOASTS, toastShown } from './checks/toasts.js';
import {
  connect,
  connectButton,
  dismissButton,
  openWithoutTime,
  toasts,
} from '../support/browser/steps.js';

test.describe('toasts:', () => {
  async function welcomed(page: Page): Promise<Locator> {
    await openWithoutTime(page, '/');
    await connect(page);
    const toast = toasts(page).first();
    await toast.waitFor();
    return toast;
  }

  test('F8 moves the focus into the notification region', async ({ visit }) => {
    await visit({ motion: true }, async ({ page }) => {
      await welcomed(page);
      await page.keyboard.press('F8');
      const focused = page.getByRole('region', { name: /Notifications/ }).locator(':focus');
      expect(await focused.count()).toBe(1);
    });
  });

  test('a swipe of 60 px to the right dismisses a toast; a swipe of 40 px, or to the left, does not', async ({
    visit,
  }) => {
    await visit({ motion: true }, async ({ page }) => {
      const toast = await welcomed(page);
      for (const [distance, open] of [
        [-60, 1],
        [40, 1],
        [60, 0],
      ] as const) {
        await expect(async () => {
          const moving = await toast.evaluate((element) => element.getAnimations().length);
          expect(moving).toBe(0);
        }).toPass();
        const box = await toast.boundingBox();
        if (!box) throw new Error('the toast has no box');
        const [x, y] = [box.x + box.width / 3, box.y + 12];
        await page.mouse.move(x, y);
        await page.mouse.down();
        for (let step = 1; step <= 6; step += 1)
          await page.mouse.move(x + (distance * step) / 6, y);
        await page.mouse.up();
        await expect(toasts(page)).toHaveCount(open);
      }
    });
  });

  test('on a screen 768 px wide, the container of toasts is 420 px wide', async ({ visit }) => {
    await visit({ motion: true }, async ({ page }) => {
      await page.setViewportSize({ width: 768, height: 900 });
      const toast = await welcomed(page);
      const box = await toast.locator('xpath=..').boundingBox();
      expect(box?.width).toBe(420);
    });
  });

  test('the failure toast has a different background from the welcome toast', async ({ visit }) => {
    await visit({ phantom: { answer: 'reject' } }, async ({ page, phantom, watch }) => {
      watch.allow(/Could not connect/);
      const background = () =>
        toasts(page)
          .first()
          .evaluate((element) => getComputedStyle(element).backgroundColor);
      await page.goto('/');
      await connectButton(page).click();
      await toasts(page).waitFor();
      const destructive = await background();
      await dismissButton(page).click();
      await phantom.willAnswer('approve');
      await connect(page);
      await toastShown(page, TOASTS.connected);
      expect(await background()).not.toBe(destructive);
    });
  });
});
