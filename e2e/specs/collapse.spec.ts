import { expect, test } from './test.js';
import type { Page } from '@playwright/test';
import {
  dayAt,
  playCollapse,
  termsOfDay,
} from '../../frontend/src/features/education/collapse/collapse.js';
import { betButton, betSlider, clipboard } from '../support/browser/steps.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

const NOON = '2026-02-16T12:00:00Z';
const DAY = dayAt(Date.parse(NOON));
const { endsOn } = playCollapse(termsOfDay(DAY));

test.describe('the Daily Collapse', () => {
  async function open(page: Page, address = '/'): Promise<void> {
    await page.clock.setFixedTime(NOON);
    await page.goto(address);
    await page.locator('#collapse').scrollIntoViewIfNeeded();
    await page.getByRole('heading', { name: `Pyramidion #${DAY}` }).waitFor();
  }

  async function bet(page: Page, level: number): Promise<void> {
    await betSlider(page).fill(String(level));
    await betButton(page).click();
  }

  test('accepts one bet; the link that a visitor without a wallet shares names the visitor’s referrer, and does not reveal the answer', async ({
    visit,
    product,
  }) => {
    const referrer = createWalletKey().address;
    let result = '';
    await visit({ phantom: null }, async ({ page }) => {
      await open(page, `/?ref=${referrer}`);
      await bet(page, endsOn + 1);
      await page.getByText(`You bet on level ${endsOn + 1}: 1 level too hopeful.`).waitFor();
      await page.getByRole('button', { name: 'Copy Your Result' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      result = await clipboard(page);
      await page.reload();
      await page.getByText(`You bet on level ${endsOn + 1}`).waitFor();
      expect(await betButton(page).count()).toBe(0);
    });
    const [, row, link = ''] = /^(.*) (http\S+)$/.exec(result) ?? [];
    expect(row).toBe(`Pyramidion #${DAY}: off by 1 🔺🟨🟨🟥`);
    expect(link).toContain(`${product.origin}/?ref=${referrer}&collapse=day${DAY}-`);
    await visit({ phantom: null }, async ({ page }) => {
      await open(page, link);
      await page.getByText('Whoever sent you here has placed a bet.').waitFor();
      const section = page.locator('#collapse');
      expect(await section.textContent()).not.toMatch(/ended on|ran out on|They bet/);
      await bet(page, endsOn);
      const announced = page.getByRole('status').filter({ hasText: 'They bet on' });
      await announced.getByText(`They bet on ${endsOn + 1}: off by 1.`).waitFor();
    });
  });

  test('has a link that, on a phone, scrolls far enough down to show the bet button', async ({
    visit,
  }) => {
    await visit({ phantom: null, device: 'android' }, async ({ page }) => {
      await page.clock.setFixedTime(NOON);
      await page.goto('/');
      await page.locator('a[href="#collapse"]').first().click();
      const place = betButton(page);
      await place.waitFor();
      await expect(async () => {
        const { y = NaN, height = NaN } = (await place.boundingBox()) ?? {};
        expect(y).toBeGreaterThan(0);
        expect(y + height).toBeLessThan(844);
      }).toPass();
    });
  });

  test('shows the day and the bet while it plays, and can be skipped', async ({ visit }) => {
    await visit({ phantom: null, motion: true }, async ({ page }) => {
      await open(page);
      await bet(page, 20);
      await page.getByText('Your bet: level 20.').waitFor();
      await page.getByRole('heading', { name: `Pyramidion #${DAY}` }).waitFor();
      await page.getByRole('button', { name: 'Skip to the End' }).click();
      await page.getByText('You bet on level 20').waitFor();
    });
  });
});
