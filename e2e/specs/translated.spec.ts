import { test } from './test.js';
import type { Page } from '@playwright/test';
import { TOASTS, toastShown } from './checks/toasts.js';
import { connect, connectButton, disconnectButton } from '../support/browser/steps.js';

/** Wraps every text of the page in an element, as a browser's translation does. */
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
    await page.getByText('0 recruits, 0 proven').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await translate(page);
    await page.getByRole('button', { name: 'Copy Your Referral Link' }).click();
    await toastShown(page, TOASTS.copied);
    await page.getByRole('button', { name: 'QR code' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await disconnectButton(page).click();
    await connectButton(page).waitFor();
    await page.getByRole('link', { name: 'Pyramidion, home' }).click();
    await translate(page);
    await page.getByRole('tab', { name: 'Advanced Math' }).click();
    await page.getByRole('link', { name: 'See One Run Out' }).click();
    const slider = page.getByRole('slider', { name: 'Earth runs out on' });
    await slider.fill('20');
    await slider.press('ArrowRight');
    await page.getByText('level 21').waitFor();
    await connect(page);
  });
});
