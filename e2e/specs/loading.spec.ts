import { holdBack } from '../support/browser/hold-back.js';
import { observeShifts } from '../support/browser/shifts.js';
import { stateCalled } from './screens/states.js';
import { expect, test } from './screens/test.js';

/** Height in px of a window that shows a whole page. The browser measures only shifts in the viewport. */
const TALL = 4_500;

for (const device of ['desktop', 'android'] as const) {
  for (const [name, data, waiting] of [
    ['dashboard', '**/api/*', 'Loading the leaderboard'],
    ['pyramid', '**/api/pyramid?*', 'Raising the pyramid'],
  ] as const) {
    test(`the ${name} says that it loads, and nothing moves when its data arrives (${device})`, async ({
      lookAt,
    }) => {
      const state = stateCalled(name);
      await lookAt(state, device, async (page) => {
        await page.addInitScript(observeShifts);
        await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: TALL });
        const release = await holdBack(page, data);
        await page.reload();
        await page.getByText(waiting).waitFor();
        await page.evaluate(async () => {
          await document.fonts.ready;
          window.shifts = 0;
        });
        release();
        await state.reach(page);
        expect(await page.evaluate(() => window.shifts)).toBe(0);
      });
    });
  }
}
