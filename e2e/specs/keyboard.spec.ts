import type { Locator, Page } from '@playwright/test';
import { walk } from './checks/focus.js';
import { TOASTS, toastShown } from './checks/toasts.js';
import {
  betButton,
  betSlider,
  lessonTab,
  linkInLesson,
  clipboard,
  connectButton,
  copyLinkButton,
  dashboardShown,
  disconnectButton,
  dismissButton,
  hydrated,
} from '../support/browser/steps.js';
import { FIXTURE_ORIGIN } from './screens/fixtures.js';
import { stateCalled, WALLETS } from './screens/states.js';
import { expect, test, type LookAt } from './screens/test.js';

const WALKED = ['landing', 'dashboard', 'dashboard-qr-code', 'pyramid', 'proof-checked'];

const MAX_STOPS = 80;

test.describe('with the keyboard alone,', () => {
  function onDesktop(
    lookAt: LookAt,
    state: string,
    play: (page: Page) => Promise<void>,
  ): Promise<void> {
    return lookAt(stateCalled(state), 'desktop', async (page) => {
      await hydrated(page);
      await play(page);
    });
  }

  function hasFocus(element: Locator): Promise<boolean> {
    return element.evaluate((each) => each === document.activeElement);
  }

  async function pressOn(wanted: Locator, key: string): Promise<void> {
    const { keyboard } = wanted.page();
    for (let stops = 0; !(await hasFocus(wanted)); stops += 1) {
      if (stops === MAX_STOPS) throw new Error(`Tab does not lead to ${wanted.toString()}`);
      await keyboard.press('Tab');
    }
    await keyboard.press(key);
  }

  for (const state of WALKED) {
    test(`Tab reaches every control in the order of the document, with a visible focus: ${state}`, async ({
      lookAt,
    }) => {
      await onDesktop(lookAt, state, async (page) => {
        const { controls, stops, unseen } = await walk(page);
        expect(stops).not.toEqual([]);
        expect(stops).toEqual(controls);
        expect(unseen).toEqual([]);
      });
    });
  }

  test('the first Tab stop is a link that skips the header', async ({ lookAt }) => {
    await onDesktop(lookAt, 'about', async (page) => {
      await page.keyboard.press('Tab');
      expect(await hasFocus(page.getByRole('link', { name: 'Skip to content' }))).toBe(true);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await hasFocus(page.getByRole('link', { name: 'Back to the Apex' }))).toBe(true);
    });
  });

  test('a visitor connects, copies the link and disconnects', async ({ lookAt }) => {
    await onDesktop(lookAt, 'dashboard-disconnected', async (page) => {
      await pressOn(connectButton(page), 'Enter');
      await dashboardShown(page);
      await dismissButton(page).waitFor();
      await pressOn(dismissButton(page), 'Enter');
      await pressOn(copyLinkButton(page), 'Enter');
      await toastShown(page, TOASTS.copied);
      // The link has PUBLIC_ORIGIN, although the browser opened another origin, as behind a proxy.
      expect(await clipboard(page)).toBe(`${FIXTURE_ORIGIN}/?ref=${WALLETS.newcomer.address}`);
      await pressOn(disconnectButton(page), 'Space');
      await connectButton(page).waitFor();
    });
  });

  test('a visitor changes lessons, follows a link in a lesson, and places a bet', async ({
    lookAt,
  }) => {
    await onDesktop(lookAt, 'landing', async (page) => {
      await pressOn(lessonTab(page, 0), 'ArrowRight');
      await pressOn(linkInLesson(page), 'Enter');
      await expect(page).toHaveURL(/#collapse$/);
      await pressOn(betSlider(page), 'ArrowLeft');
      await pressOn(betButton(page), 'Enter');
      await page.getByRole('status').getByText('You bet on level 19').waitFor();
      await pressOn(page.getByText('The same in numbers'), 'Enter');
      await page.getByRole('table', { name: 'Recruits on each level' }).waitFor();
    });
  });

  test('arrow keys pick a stone of a pyramid and the stones below and above it', async ({
    lookAt,
  }) => {
    await onDesktop(lookAt, 'pyramid', async (page) => {
      const drawing = page.getByRole('listbox', { name: 'Stones' });
      const caption = page.getByRole('status').filter({ hasText: 'brought by' });
      await pressOn(drawing, 'ArrowRight');
      await caption.getByText('on level 1,').waitFor();
      await pressOn(drawing, 'ArrowDown');
      await caption.getByText('on level 2,').waitFor();
      await pressOn(drawing, 'ArrowUp');
      await caption.getByText('on level 1,').waitFor();
    });
  });
});
