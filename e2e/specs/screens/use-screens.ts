import { beforeAll } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Device } from '../../support/browser/devices.js';
import { useSetup } from '../setup.js';
import { answerInstead } from './answers.js';
import { FIXTURE_ORIGIN } from './fixtures.js';
import { HOLDINGS, keptInBrowser, WALLETS, type ScreenState } from './states.js';

/** Opens a screen in a state, with reduced motion, and calls a function with its page. */
export type LookAt = (
  state: ScreenState,
  device: Device,
  play: (page: Page) => Promise<void>,
) => Promise<void>;

/** Prepares everything that the screens need, and returns a function that opens one. */
export function useScreens(): LookAt {
  const setup = useSetup({ PUBLIC_ORIGIN: FIXTURE_ORIGIN });

  beforeAll(() => {
    setup().chain.fund(WALLETS.builder.address, HOLDINGS.builder);
    setup().chain.fund(WALLETS.magnate.address, HOLDINGS.magnate);
  });

  return (state, device, play) => {
    const { path, wallet = WALLETS.newcomer, answers = {}, expects, reach } = state;
    const options = { device, phantom: { keys: [wallet] }, scripts: [keptInBrowser(state)] };
    return setup().visit(options, async ({ page, watch }) => {
      if (expects) watch.allow(expects);
      await answerInstead(page, answers);
      await page.goto(path);
      await reach(page);
      await play(page);
    });
  };
}
