import type { Page } from '@playwright/test';
import type { Device } from '../../support/browser/devices.js';
import { test as base } from '../test.js';
import { answerInstead } from './answers.js';
import { FIXTURE_ORIGIN } from './fixtures.js';
import { HOLDINGS, keptInBrowser, WALLETS, type ScreenState } from './states.js';

export { expect } from '../test.js';

/** Opens a screen in a state, with reduced motion, and calls `play` with its page. */
export type LookAt = (
  state: ScreenState,
  device: Device,
  play: (page: Page) => Promise<void>,
) => Promise<void>;

export const test = base.extend<{ lookAt: LookAt }, object>({
  settings: [async ({}, use) => use({ PUBLIC_ORIGIN: FIXTURE_ORIGIN }), { scope: 'worker' }],
  chain: [
    async ({ chain }, use) => {
      chain.fund(WALLETS.builder.address, HOLDINGS.builder);
      chain.fund(WALLETS.magnate.address, HOLDINGS.magnate);
      await use(chain);
    },
    { scope: 'worker' },
  ],
  lookAt: async ({ visit }, use) => {
    await use((state, device, play) => {
      const { path, wallet = WALLETS.newcomer, answers = {}, expects, reach } = state;
      const options = { device, phantom: { keys: [wallet] }, scripts: [keptInBrowser(state)] };
      return visit(options, async ({ page, watch }) => {
        if (expects) watch.allow(expects);
        await answerInstead(page, answers);
        await page.goto(path);
        await reach(page);
        await play(page);
      });
    });
  },
});
