import { expect, test } from './test.js';
import type { Locator, Page } from '@playwright/test';
import { WELCOME, connect, connectButton, toastShown, toasts } from '../support/browser/steps.js';

test.describe('toasts', () => {
  async function welcomed(page: Page): Promise<Locator> {
    await page.goto('/');
    await connect(page);
    const toast = toasts(page).first();
    // A pointer on the toast pauses its 5 s.
    await toast.hover();
    await toastShown(page, WELCOME);
    return toast;
  }

  test('spec 9: F8 focuses the notification region', async ({ visit }) => {
    await visit({ motion: true }, async ({ page }) => {
      await welcomed(page);
      await page.keyboard.press('F8');
      const focused = page.getByRole('region', { name: /Notifications/ }).locator(':focus');
      expect(await focused.count()).toBe(1);
    });
  });

  for (const [what, distance, open] of [
    ['60 px to the right dismisses a toast', 60, 0],
    ['40 px to the right does not dismiss a toast', 40, 1],
    ['60 px to the left does not dismiss a toast', -60, 1],
  ] as const) {
    test(`spec 9: with a threshold of 50 px, a swipe of ${what}`, async ({ visit }) => {
      await visit({ motion: true }, async ({ page }) => {
        const toast = await welcomed(page);
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
        await expect(async () => expect(await toasts(page).count()).toBe(open)).toPass();
      });
    });
  }

  test('a toast follows the pointer that swipes it', async ({ visit }) => {
    await visit({}, async ({ page }) => {
      const toast = await welcomed(page);
      const box = await toast.boundingBox();
      if (!box) throw new Error('the toast has no box');
      await page.mouse.move(box.x + 30, box.y + 12);
      await page.mouse.down();
      for (const distance of [10, 20, 30]) await page.mouse.move(box.x + 30 + distance, box.y + 12);
      await expect(async () => expect((await toast.boundingBox())?.x).toBe(box.x + 30)).toPass();
      await page.mouse.up();
      await expect(async () => expect((await toast.boundingBox())?.x).toBe(box.x)).toPass();
    });
  });

  for (const [width, expected] of [
    [768, 420],
    [390, 390],
  ] as const) {
    test(`spec 9: on a screen ${width} px wide the container is ${expected} px wide`, async ({
      visit,
    }) => {
      await visit({ motion: true }, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        const toast = await welcomed(page);
        const box = await toast.locator('xpath=..').boundingBox();
        expect(box?.width).toBe(expected);
      });
    });
  }

  test('spec 8: the failure toast has a different background from the welcome toast', async ({
    visit,
  }) => {
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
      await toasts(page).getByRole('button', { name: 'Dismiss' }).click();
      await phantom.willAnswer('approve');
      await connect(page);
      await toastShown(page, WELCOME);
      expect(await background()).not.toBe(destructive);
    });
  });
});
