import { expect, test } from './test.js';
import { checkButton, connect, rememberAnotherPast, shortened } from '../support/browser/steps.js';
import { signedRecruit } from '../support/product/sign-in.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

test.use({ board: 'proof' });

test.describe('the proof page', () => {
  const [a, other] = [createWalletKey().address, createWalletKey().address];

  test.beforeAll(async ({ product }) => {
    const { origin } = product;
    const b = await signedRecruit(origin, a);
    await signedRecruit(origin, b.address);
    await signedRecruit(origin, other);
  });

  test('recomputes the board in the browser, in agreement with the server’s board', async ({
    visit,
  }) => {
    await visit({ phantom: null }, async ({ page }) => {
      await page.goto('/proof');
      await checkButton(page).click();
      await page.getByText('Every row of the board agrees with your own browser.').waitFor();
      await page.getByText('3 proofs read. Each recruit signed').waitFor();
      expect(await page.getByText('Fails', { exact: true }).count()).toBe(0);
    });
  });
});

test.describe('the transparency log', () => {
  const referrer = createWalletKey().address;

  test('contains the proof that a visitor signed; /proof notices a rewritten past', async ({
    page,
    key,
    product,
  }) => {
    await page.goto(`/?ref=${referrer}`);
    await connect(page);
    await page.goto('/proof');
    await checkButton(page).click();
    const own = `is the proof that ${shortened(key.address)} signed for ${shortened(referrer)}.`;
    const line = (sentence: string) => page.getByRole('listitem').filter({ hasText: sentence });
    expect(await line(own).innerText()).toMatch(/^Holds/);
    expect(await line('This is the first checkpoint').innerText()).toMatch(/^Not checked/);
    const vkey = await fetch(`${product.origin}/.well-known/tlog-vkey`);
    await page.getByText((await vkey.text()).trim()).waitFor();

    await signedRecruit(product.origin, referrer);
    await page.reload();
    await checkButton(page).click();
    expect(await line('Nothing changed in the').innerText()).toMatch(/^Holds/);

    await rememberAnotherPast(page);
    await checkButton(page).click();
    expect(await line('Somebody rewrote the past.').innerText()).toMatch(/^Fails/);
  });
});
