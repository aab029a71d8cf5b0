import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { violations } from './checks/axe.js';
import { DEVICES } from '../support/browser/devices.js';
import { paintedOver, paleLetters } from './checks/forced-colours.js';
import { misfits } from './checks/layout.js';
import { spokenOutline } from './checks/names.js';
import { differenceOf, photograph } from './checks/picture.js';
import { card } from '../support/browser/steps.js';
import { expectOutlineAsBefore, expectPictureAsBefore } from './checks/baselines.js';
import { stateCalled, STATES, type ScreenState } from './screens/states.js';
import { useScreens } from './screens/use-screens.js';

const NARROWEST = { width: 320, height: 844 };

/** A phone's viewport of 390 × 844 at a zoom of 150 %. */
const TOO_NARROW_FOR_COLUMNS = { width: 260, height: 563 };

/** A viewport of 1440 × 900 at a zoom of 200 %. */
const ZOOMED = { width: 720, height: 450 };

/** States with a layout of their own, which are compared with pictures. Other states differ only in their texts. */
const PICTURED =
  /^(landing(-connected|-collapse|-bet|-advanced-math)?|about|how-to-participate|what-we-ask|not-found|dashboard(-disconnected|-heavy|-failing|-unproven|-qr-code|-link-copied)?|pyramid(-heavy|-empty)?|proof(-checked)?)$/;

/** Sizes that only some states are checked at: those whose layout changes. All states are checked at {@link ZOOMED}. */
const OTHER_SIZES = [
  {
    name: 'tablet',
    size: { width: 768, height: 1024 },
    states: /^(landing|about|how-to-participate|dashboard|pyramid)$/,
  },
  { name: 'wide', size: { width: 1920, height: 1080 }, states: /^landing$/ },
  { name: 'landscape', size: { width: 844, height: 390 }, states: /^dashboard-qr-code$/ },
];

/** States that are loaded on an emulated phone. For the other states, a desktop window is resized to a phone's size. */
const ON_A_PHONE =
  /^(landing|about|how-to-participate|not-found|dashboard|dashboard-connecting|dashboard-declined|pyramid|proof)$/;

/** States with drawings, which are compared with pictures because forced colours may break drawings. */
const DRAWN = /^(landing|landing-collapse|dashboard|dashboard-loading|pyramid)$/;

/** Font sizes in CSS pixels: twice the default on a desktop, and the largest that fits a phone. */
const LARGE_LETTERS = { desktop: 32, phone: 24 };

/** Expects that every element fits at the other window sizes. */
async function expectToFitEverywhere(page: Page, { name, part }: ScreenState): Promise<void> {
  for (const { name: sizeName, size } of OTHER_SIZES.filter(({ states }) => states.test(name))) {
    await page.setViewportSize(size);
    expect([sizeName, await misfits(page)]).toEqual([sizeName, []]);
    await expectPictureAsBefore(`${sizeName}/${name}`, await photograph(page, part));
  }
  await page.setViewportSize(ZOOMED);
  expect(['zoomed', await misfits(page)]).toEqual(['zoomed', []]);
}

/** Compares the window, or the state's part of it, with the baseline. */
async function expectToLookAsBefore(window: string, page: Page, state: ScreenState): Promise<void> {
  if (!PICTURED.test(state.name)) return;
  await expectPictureAsBefore(`${window}/${state.name}`, await photograph(page, state.part));
}

/** Expects that a phone looks like its baseline, and that the page fits, even with large letters or a narrow window. */
async function expectToFitAPhone(page: Page, state: ScreenState): Promise<void> {
  await expectToLookAsBefore('phone', page, state);
  expect(await violations(page)).toEqual([]);
  expect(await misfits(page)).toEqual([]);
  await expectToFitLetters(page, LARGE_LETTERS.phone);
  await page.setViewportSize(NARROWEST);
  expect(await misfits(page)).toEqual([]);
}

async function expectToFitLetters(page: Page, size: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: size } });
  expect([`letters of ${size} px`, await misfits(page)]).toEqual([`letters of ${size} px`, []]);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await session.detach();
}

async function expectToShowInForcedColours(page: Page, { name, part }: ScreenState): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
  expect(await paintedOver(page)).toEqual([]);
  expect(await paleLetters(page)).toEqual([]);
  if (DRAWN.test(name)) {
    await expectPictureAsBefore(`forced-colours/${name}`, await photograph(page, part));
  }
}

/** Runs in the page: returns the column headings that do not label their cell in the first row. */
function unsaidHeadings(tables: Element[]): string[] {
  return tables.flatMap((table) => {
    const headings = Array.from(table.querySelectorAll('thead th'), (each) => each.textContent);
    return Array.from(table.querySelectorAll('tbody tr:first-child > *'), (cell, column) => {
      const heading = headings[column] ?? '';
      const [, said = 'nothing'] =
        /^"(.+?)"/.exec(getComputedStyle(cell, '::before').content) ?? [];
      return cell.matches('td') && !heading.startsWith(said) ? heading : '';
    }).filter((heading) => heading !== '');
  });
}

describe('appearance:', () => {
  const lookAt = useScreens();

  it.each(STATES)('$name matches its baselines and fits in any window', async (state) => {
    await lookAt(state, 'desktop', async (page) => {
      await expectToLookAsBefore('desktop', page, state);
      await expectOutlineAsBefore(state.name, await spokenOutline(page));
      await expectToFitLetters(page, LARGE_LETTERS.desktop);
      await expectToShowInForcedColours(page, state);
      await page.emulateMedia({ forcedColors: null, colorScheme: null });
      await expectToFitEverywhere(page, state);
      if (!ON_A_PHONE.test(state.name)) {
        await page.setViewportSize(DEVICES.phantomBrowser.viewport);
        await expectToFitAPhone(page, state);
      }
    });
  });

  it.each(STATES.filter(({ name }) => ON_A_PHONE.test(name)))(
    '$name matches its baseline and fits on a phone',
    async (state) => {
      await lookAt(state, 'phantomBrowser', (page) => expectToFitAPhone(page, state));
    },
  );

  it('the visitor’s row of the leaderboard does not wrap, even on the narrowest phone', async () => {
    await lookAt(stateCalled('dashboard'), 'phantomBrowser', async (page) => {
      await page.getByRole('button', { name: 'Who is around you' }).click();
      const own = page.getByRole('row', { name: 'You' });
      for (const size of [DEVICES.phantomBrowser.viewport, NARROWEST]) {
        await page.setViewportSize(size);
        expect(await misfits(page)).toEqual([]);
        expect((await own.boundingBox())?.height).toBeLessThan(60);
      }
    });
  });

  it('a long translation overlaps nothing', async () => {
    await lookAt(stateCalled('dashboard'), 'phantomBrowser', async (page) => {
      await page.locator('h2, h2 + span, dt').evaluateAll((texts) => {
        for (const each of texts) each.textContent = 'Wahrscheinlichkeitsmesser des Teppichentzugs';
      });
      expect(await misfits(page)).toEqual([]);
    });
  });

  it.each(['dashboard', 'pyramid'])(
    'a table on a narrow phone labels each figure: %s',
    async (state) => {
      await lookAt(stateCalled(state), 'phantomBrowser', async (page) => {
        await page.setViewportSize(TOO_NARROW_FOR_COLUMNS);
        expect(await page.getByRole('table').first().isVisible()).toBe(true);
        expect(await page.locator('table').evaluateAll(unsaidHeadings)).toEqual([]);
      });
    },
  );

  it('How to Participate is legible in print', async () => {
    await lookAt(stateCalled('how-to-participate'), 'desktop', async (page) => {
      await page.emulateMedia({ media: 'print' });
      expect(await violations(page)).toEqual([]);
    });
  });

  describe('a picture', () => {
    async function differenceAfter(state: string, change: (page: Page) => Promise<unknown>) {
      const found: (string | undefined)[] = [];
      await lookAt(stateCalled(state), 'desktop', async (page) => {
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
      ['a card has moved', (page) => style(card(page, 'PyramidBot AI'), 'translate', '0 8px')],
    ])('differs when %s', async (_, change) => {
      expect(await differenceAfter('dashboard', change)).toMatch(/% differs around/);
    });

    it('counts as the same if only the edges of letters differ', async () => {
      const drawOtherwise = (page: Page) =>
        style(page.locator('html'), 'text-rendering', 'geometricPrecision');
      expect(await differenceAfter('dashboard', drawOtherwise)).toBeUndefined();
    });

    it('is the same on a machine without an emoji font', async () => {
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
