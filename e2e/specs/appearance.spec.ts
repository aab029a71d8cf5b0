import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { AXE, violations } from '../browser/axe.js';
import type { Device } from '../browser/devices.js';
import { differenceOf, photograph } from '../browser/picture.js';
import { useStage } from '../browser/stage.js';
import { card } from '../browser/steps.js';
import { answerInstead } from '../screens/answers.js';
import { PRETENDED_ORIGIN } from '../screens/pretence.js';
import { HOLDINGS, keptInBrowser, stateCalled, STATES, WALLETS } from '../screens/states.js';
import type { ScreenState } from '../screens/states.js';

const NARROWEST = 320;

const SIZES = [
  ['phone', 'phantomBrowser'],
  ['desktop', 'desktop'],
] as const satisfies [string, Device][];

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** What a finger would miss: controls lower than 44 px that do not stand in a sentence. */
function smallTargets(page: Page): Promise<string[]> {
  return page.locator('a, button, input, summary').evaluateAll((controls) => {
    const standsInSentence = (control: Element): boolean => {
      const around = Array.from(control.closest('p')?.childNodes ?? []);
      return around.some((node) => node instanceof Text && node.data.trim() !== '');
    };
    return controls
      .filter((control) => control.checkVisibility() && !standsInSentence(control))
      .filter((control) => control.getBoundingClientRect().height < 44)
      .map((control) => control.outerHTML.slice(0, 120));
  });
}

describe('the appearance of', () => {
  const stage = useStage({ PUBLIC_ORIGIN: PRETENDED_ORIGIN });

  beforeAll(() => {
    stage().chain.fund(WALLETS.builder.address, HOLDINGS.builder);
    stage().chain.fund(WALLETS.magnate.address, HOLDINGS.magnate);
  });

  function look(
    state: ScreenState,
    device: Device,
    play: (page: Page) => Promise<void>,
  ): Promise<void> {
    const { path: address, wallet = WALLETS.newcomer, answers = {}, expects, reach } = state;
    const options = { device, phantom: { keys: [wallet] }, scripts: [keptInBrowser(state), AXE] };
    return stage().visit(options, async ({ page, watch }) => {
      if (expects) watch.allow(expects);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await answerInstead(page, answers);
      await page.goto(address);
      await reach(page);
      await play(page);
    });
  }

  describe.each(SIZES)('%s:', (size, device) => {
    it.each(STATES)('$name', async (state) => {
      await look(state, device, async (page) => {
        await expectAsBefore(`${size}/${state.name}`, await photograph(page, state.part));
        if (size !== 'phone') return;
        expect(await violations(page)).toEqual([]);
        expect(await smallTargets(page)).toEqual([]);
        await page.setViewportSize({ width: NARROWEST, height: 844 });
        expect(await sidewaysScroll(page)).toBe(0);
      });
    });
  });

  describe('a picture', () => {
    async function differenceAfter(state: string, change: (page: Page) => Promise<unknown>) {
      const found: (string | undefined)[] = [];
      await look(stateCalled(state), 'desktop', async (page) => {
        const before = await photograph(page);
        await change(page);
        found.push(differenceOf(before, await photograph(page))?.description);
      });
      return found[0];
    }

    it.each<[string, (page: Page) => Promise<unknown>]>([
      [
        'a card is missing',
        (page) => style(card(page, 'Rug Probability Meter'), 'visibility', 'hidden'),
      ],
      ['a card has moved', (page) => style(card(page, 'Your Floor'), 'translate', '0 8px')],
    ])('differs when %s', async (_, change) => {
      expect(await differenceAfter('dashboard', change)).toMatch(/% differs around/);
    });

    it('is the same when letters are drawn by other rules, as another browser does', async () => {
      const drawOtherwise = (page: Page) =>
        style(page.locator('html'), 'text-rendering', 'geometricPrecision');
      expect(await differenceAfter('dashboard', drawOtherwise)).toBeUndefined();
    });

    it('is the same when there is no font with emojis', async () => {
      const loseEmojis = (page: Page) =>
        page.locator('[data-slot="floating-emojis"] span').evaluateAll((emojis) => {
          for (const emoji of emojis) emoji.textContent = '☐';
        });
      expect(await differenceAfter('landing', loseEmojis)).toBeUndefined();
    });
  });
});

function style(locator: Locator, property: string, value: string): Promise<void> {
  return locator.evaluate(
    (each, [name, set]) => {
      if (each instanceof HTMLElement) each.style.setProperty(name, set);
    },
    [property, value] as const,
  );
}

/** Holds a picture against the one that is kept, or keeps it when the pictures are to be made anew. */
async function expectAsBefore(name: string, picture: Buffer): Promise<void> {
  const file = path.join(process.cwd(), 'e2e/screenshots', `${name}.png`);
  if (process.env['UPDATE_SCREENSHOTS'] === '1') {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, picture);
    return;
  }
  const difference = differenceOf(await readFile(file), picture);
  if (difference === null) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'pyramidion-pictures-'));
  await writeFile(path.join(folder, 'now.png'), picture);
  await writeFile(path.join(folder, 'difference.png'), difference.drawing);
  throw new Error(
    `${name} ${difference.description}: see ${folder}. UPDATE_SCREENSHOTS=1 keeps what is there now.`,
  );
}
