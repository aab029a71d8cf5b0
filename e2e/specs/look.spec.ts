import { expect, test, type Site } from './test.js';
import type { Page } from '@playwright/test';
import type { Device } from '../support/browser/devices.js';
import { holdBack } from '../support/browser/hold-back.js';
import { useLateFonts } from '../support/browser/late-fonts.js';
import { observeShifts } from '../support/browser/shifts.js';
import { connect, toasts } from '../support/browser/steps.js';
import type { Visitor } from '../support/browser/visitor.js';
import { provenRecruitsFor, recruitFor } from '../support/product/recruits.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

const DEVICES: readonly Device[] = ['desktop', 'android'];

/** Maximum layout shift, which is too small to see. A text that moves by one line shifts 10 times as much. */
const MAX_SHIFT = 0.001;

/** Height of a window that shows a whole page, because only shifts in the viewport are measured. */
const TALL = 4_500;

test.use({ board: 'look' });

test.describe('how the screens look', () => {
  const key = createWalletKey();

  test.beforeAll(async ({ chain, product }) => {
    chain.fund(key.address, { sol: 4.2069, shares: 12_345.67 });
    const others = Array.from({ length: 12 }, () => createWalletKey().address);
    for (const [index, builder] of others.entries()) {
      await provenRecruitsFor(product, builder, 17 - index);
      await recruitFor(product, builder, index % 4);
    }
    await provenRecruitsFor(product, key.address, 4);
    await recruitFor(product, key.address, 1);
  });

  function look(
    { visit }: Pick<Site, 'visit'>,
    device: Device,
    play: (visitor: Visitor) => Promise<void>,
  ): Promise<void> {
    return visit({ device, motion: true, phantom: { keys: [key] } }, async (visitor) => {
      visitor.watch.allow(/404 \(Not Found\)/);
      await play(visitor);
    });
  }

  /** Opens a connected dashboard with all its parts. */
  async function fullDashboard(page: Page): Promise<void> {
    await page.goto('/');
    await connect(page);
    await page.getByText('12,345.67', { exact: true }).waitFor();
    await page.getByText('Your rank: 13 of 13').waitFor();
  }

  for (const device of DEVICES) {
    test.describe(`while data loads: ${device}`, () => {
      /** Opens a page in a tall window, and delays its data until its loading state is shown. */
      async function openSlowly(
        { page, context }: Visitor,
        address: string,
        [data, waiting]: readonly [data: string, waiting: string],
      ): Promise<void> {
        await context.addInitScript(observeShifts);
        await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: TALL });
        const release = await holdBack(page, data);
        await page.goto(address);
        await page.getByText(waiting).waitFor();
        await page.evaluate(async () => {
          await document.fonts.ready;
          window.shifts = 0;
        });
        release();
      }

      test('the dashboard says that it loads, and nothing moves afterwards', async ({ visit }) => {
        await look({ visit }, device, async (visitor) => {
          const { page } = visitor;
          await fullDashboard(page);
          await openSlowly(visitor, '/dashboard', ['**/api/*', 'Loading the leaderboard']);
          await page.getByText('12,345.67', { exact: true }).waitFor();
          await page.getByText('Your rank: 13 of 13').waitFor();
          expect(await page.evaluate(() => window.shifts)).toBeLessThan(MAX_SHIFT);
        });
      });

      test('a pyramid says that it loads, and nothing moves afterwards', async ({ visit }) => {
        await look({ visit }, device, async (visitor) => {
          const { page } = visitor;
          const address = `/pyramid/${key.address}`;
          await openSlowly(visitor, address, ['**/api/pyramid?*', 'Raising the pyramid']);
          await page.getByText('5 recruits on 1 level, 4 proven.').last().waitFor();
          expect(await page.evaluate(() => window.shifts)).toBeLessThan(MAX_SHIFT);
        });
      });
    });
  }

  test('takes the pictures of the README', async ({ visit }) => {
    test.skip(process.env['UPDATE_SCREENSHOTS'] !== '1', 'only on request');
    await look({ visit }, 'desktop', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/', { waitUntil: 'networkidle' });
      await photograph(page, 'landing');
      await fullDashboard(page);
      await toasts(page).getByRole('button', { name: 'Dismiss' }).click();
      await photograph(page, 'dashboard');
    });
  });

  async function photograph(page: Page, name: string): Promise<void> {
    await page.evaluate(useLateFonts);
    await page.screenshot({ animations: 'disabled', path: `e2e/screenshots/${name}.png` });
  }
});
