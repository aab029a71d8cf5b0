import { expect, test, type Site } from './test.js';
import { PNG } from 'pngjs';
import { decodeQR } from 'qr/decode.js';
import { connect, qrButton } from '../support/browser/steps.js';

function readQr(picture: Buffer): string {
  const { width, height, data } = PNG.sync.read(picture);
  return decodeQR({ width, height, data: Uint8Array.from(data) });
}

test.describe('the share kit', () => {
  function linkOf({ product }: Pick<Site, 'product'>, wallet: string): string {
    return `${product.origin}/?ref=${wallet}`;
  }

  test('shows the link as a QR code and as text, in a dialog that Escape closes', async ({
    page,
    key,
    product,
  }) => {
    await page.goto('/');
    await connect(page);
    const button = qrButton(page);
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Recruit at Close Range' });
    await dialog.getByRole('img', { name: 'QR code of your referral link' }).waitFor();
    await dialog.getByText(linkOf({ product }, key.address)).waitFor();
    const picture = dialog.locator(`a[href="/card/${key.address}.png"]`);
    expect(await picture.getAttribute('target')).toBe('_blank');
    expect(await dialog.evaluate((each) => each.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await button.evaluate((each) => each === document.activeElement)).toBe(true);
  });

  test('closes the dialog on a click beside it, but not when a text selection ends there', async ({
    page,
  }) => {
    await page.goto('/');
    await connect(page);
    await qrButton(page).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Any camera will do.').hover();
    await page.mouse.down();
    await page.mouse.move(5, 5);
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('Any');
    await page.mouse.up();
    await dialog.waitFor();
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'detached' });
  });

  test('shows a QR code that contains the link', async ({ page, key, product }) => {
    await page.goto('/');
    await connect(page);
    await qrButton(page).click();
    const code = page.getByRole('dialog').getByRole('img');
    await code.waitFor();
    expect(readQr(await code.screenshot())).toBe(linkOf({ product }, key.address));
  });
});
