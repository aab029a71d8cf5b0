import { test } from './test.js';
import type { Page } from '@playwright/test';
import { TOASTS, toastShown } from './checks/toasts.js';
import {
  betSlider,
  lessonTab,
  linkInLesson,
  connect,
  connectButton,
  copyLinkButton,
  disconnectButton,
  dismissButton,
  linkTo,
  qrButton,
  statsLoaded,
} from '../support/browser/steps.js';

/** Wraps every text of the page in an element, as the translation of a browser does. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode())
      if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      const wrapper = document.createElement('span');
      text.replaceWith(wrapper);
      wrapper.append(text);
    }
  });
}

test.describe('a page that the browser has translated', () => {
  test('still copies the link, opens the QR code, changes lessons and disconnects', async ({
    page,
  }) => {
    await page.goto('/');
    await connect(page);
    await statsLoaded(page);
    await dismissButton(page).click();
    await translate(page);
    await copyLinkButton(page).click();
    await toastShown(page, TOASTS.copied);
    await qrButton(page).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await disconnectButton(page).click();
    await connectButton(page).waitFor();
    await linkTo(page, '/').click();
    await translate(page);
    await lessonTab(page, 1).click();
    await linkInLesson(page).click();
    const slider = betSlider(page);
    await slider.fill('20');
    await slider.press('ArrowRight');
    await page.getByText('level 21').waitFor();
    await connect(page);
  });
});
