import type { Page } from '@playwright/test';
import { card } from '../support/browser/steps.js';
import { violations } from './checks/axe.js';
import { DEVICES } from '../support/browser/devices.js';
import { paintedOver, paleLetters } from './checks/forced-colours.js';
import { misfits } from './checks/layout.js';
import { expectPicture } from './checks/picture.js';
import { stateCalled, STATES, type ScreenState } from './screens/states.js';
import { expect, test } from './screens/test.js';

const NARROWEST = { width: 320, height: 844 };

/** The viewport of a phone, 390 × 844, at a zoom of 150 %. */
const TOO_NARROW_FOR_COLUMNS = { width: 260, height: 563 };

/** Windows that every state must fit. The first is a desktop at a zoom of 200 %. */
const WINDOWS = [
  { width: 720, height: 450 },
  { width: 768, height: 1024 },
  DEVICES.phantomBrowser.viewport,
  NARROWEST,
];

const PICTURED = ['landing', 'landing-bet', 'dashboard', 'pyramid', 'proof', 'not-found'];

const WITH_TABLES = ['dashboard', 'pyramid'];

/** Font sizes in CSS pixels: twice the default on a desktop, 1.5 times on a phone. */
const LARGE_LETTERS = { desktop: 32, phone: 24 };

async function expectToFitLetters(page: Page, size: number, state: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: size } });
  expect.soft(await misfits(page), `${state} with letters of ${size} px`).toEqual([]);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await session.detach();
}

/** Runs in the page: returns the column headings that do not begin with the label of the first cell below them. */
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

/** Runs in the page: returns the texts in an element that take more than one line. */
function wrappedTexts(element: Element): string[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const wrapped: string[] = [];
  while (walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    if (range.getClientRects().length > 1) wrapped.push(walker.currentNode.textContent ?? '');
  }
  return wrapped;
}

/** Returns the first segment of a state's path. One test covers all states that share it. */
function screenOf({ path }: ScreenState): string {
  return path.split('/', 2).join('/');
}

async function expectToFitAnyWindow(page: Page, state: string): Promise<void> {
  const leaving = 'a[href^="http"]:not([target="_blank"][rel~="noopener"])';
  await expect.soft(page.locator(leaving), `${state} links to other sites`).toHaveCount(0);
  expect.soft(await violations(page), state).toEqual([]);
  expect.soft(await misfits(page), state).toEqual([]);
  await expectToFitLetters(page, LARGE_LETTERS.desktop, state);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
  expect.soft(await paintedOver(page), state).toEqual([]);
  expect.soft(await paleLetters(page), state).toEqual([]);
  await page.emulateMedia({ forcedColors: null, colorScheme: null });
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    expect.soft(await misfits(page), `${state} in ${size.width} px`).toEqual([]);
    if (size !== DEVICES.phantomBrowser.viewport) continue;
    expect.soft(await violations(page), `${state} on a phone`).toEqual([]);
    await expectToFitLetters(page, LARGE_LETTERS.phone, `${state} on a phone`);
  }
}

async function expectToLabelFigures(page: Page, state: string): Promise<void> {
  await page.setViewportSize(TOO_NARROW_FOR_COLUMNS);
  await expect.soft(page.getByRole('table').first(), state).toBeVisible();
  expect.soft(await page.locator('table').evaluateAll(unsaidHeadings), state).toEqual([]);
}

test.describe('appearance:', () => {
  for (const screen of new Set(STATES.map(screenOf))) {
    test(`states of ${screen} have no axe violations, fit windows of several sizes, and match their pictures, if any`, async ({
      lookAt,
    }) => {
      test.slow();
      for (const state of STATES.filter((each) => screenOf(each) === screen)) {
        const { name, part } = state;
        const isPictured = PICTURED.includes(name);
        await lookAt(state, 'desktop', async (page) => {
          if (isPictured) await expectPicture(page, ['desktop', name], part);
          await expectToFitAnyWindow(page, name);
        });
        if (!isPictured) continue;
        await lookAt(state, 'phantomBrowser', async (page) => {
          await expectPicture(page, ['phantomBrowser', name], part);
          if (WITH_TABLES.includes(name)) await expectToLabelFigures(page, name);
        });
      }
    });
  }

  test('on a phone, no text in the visitor’s row of the leaderboard wraps, and long translated labels fit', async ({
    lookAt,
  }) => {
    await lookAt(stateCalled('dashboard'), 'phantomBrowser', async (page) => {
      await card(page, 'leaderboard').getByRole('button', { expanded: false }).click();
      const own = page.locator('tr[aria-current]');
      for (const size of [NARROWEST, DEVICES.phantomBrowser.viewport]) {
        await page.setViewportSize(size);
        expect(await misfits(page)).toEqual([]);
        await expect(own).toBeVisible();
        expect(await own.evaluate(wrappedTexts)).toEqual([]);
      }
      await page.locator('h2, h2 + span, dt').evaluateAll((texts) => {
        for (const each of texts) each.textContent = 'Wahrscheinlichkeitsmesser des Teppichentzugs';
      });
      expect(await misfits(page)).toEqual([]);
    });
  });

  test('the report prints on one sheet of A4', async ({ lookAt }) => {
    await lookAt(stateCalled('report'), 'desktop', async (page) => {
      const file = await page.pdf({ format: 'A4' });
      expect(file.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    });
  });

  test('How to Participate has no axe violations in print', async ({ lookAt }) => {
    await lookAt(stateCalled('how-to-participate'), 'desktop', async (page) => {
      await page.emulateMedia({ media: 'print' });
      expect(await violations(page)).toEqual([]);
    });
  });
});
