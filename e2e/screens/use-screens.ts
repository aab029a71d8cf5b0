import { beforeAll } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Device } from '../browser/devices.js';
import { useStage } from '../browser/stage.js';
import { answerInstead } from './answers.js';
import { PRETENDED_ORIGIN } from './pretence.js';
import { HOLDINGS, keptInBrowser, WALLETS, type ScreenState } from './states.js';

/** Brings a visitor, without motion, to a screen in a state. */
export type LookAt = (
  state: ScreenState,
  device: Device,
  play: (page: Page) => Promise<void>,
) => Promise<void>;

/** Sets a stage on which every screen can be looked at in every state. */
export function useScreens(): LookAt {
  const stage = useStage({ PUBLIC_ORIGIN: PRETENDED_ORIGIN });

  beforeAll(() => {
    stage().chain.fund(WALLETS.builder.address, HOLDINGS.builder);
    stage().chain.fund(WALLETS.magnate.address, HOLDINGS.magnate);
  });

  return (state, device, play) => {
    const { path, wallet = WALLETS.newcomer, answers = {}, expects, reach } = state;
    const options = { device, phantom: { keys: [wallet] }, scripts: [keptInBrowser(state)] };
    return stage().visit(options, async ({ page, watch }) => {
      if (expects) watch.allow(expects);
      await answerInstead(page, answers);
      await page.goto(path);
      await reach(page);
      await play(page);
    });
  };
}
