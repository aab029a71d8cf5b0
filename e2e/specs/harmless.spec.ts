import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './test.js';
import { connect } from '../support/browser/steps.js';

const CLIENT = path.join(process.cwd(), 'frontend/dist/client');
const FORBIDDEN =
  /solana:sign\w*Transaction|signAndSendTransaction|signAllTransactions|signTransaction|sendTransaction|requestAirdrop/;

/** Script of a wallet that renders in the page, with its own Trusted Types policy. */
const DRAWING_WALLET = `
  const policy = trustedTypes.createPolicy('wallet', { createHTML: (html) => html });
  document.createElement('div').innerHTML = policy.createHTML('<b>Approve</b>');
`;

/** Text that occurs once in each copy of @solana/wallet-adapter-react. */
const ADAPTER_MARK = 'You have tried to ';

interface Chunk {
  readonly name: string;
  readonly text: string;
}

function chunks(): Chunk[] {
  return readdirSync(path.join(CLIENT, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, text: readFileSync(path.join(CLIENT, 'assets', name), 'utf8') }));
}

test.describe('the safety of visitors:', () => {
  test('except for Disconnect, no button on the four main screens asks a signed-in wallet for anything', async ({
    page,
    phantom,
  }) => {
    await page.addLocatorHandler(page.getByRole('dialog'), () => page.keyboard.press('Escape'));
    await page.goto('/');
    await connect(page);
    for (const path of ['/', '/about', '/how-to-participate', '/dashboard']) {
      await page.goto(path);
      await expect(async () => expect(await phantom.silentConnects()).toBe(1)).toPass();
      for (const button of await page.getByRole('main').getByRole('button').all()) {
        if ((await button.getAttribute('data-testid')) !== 'disconnect') await button.click();
      }
      expect(await phantom.prompts()).toEqual([]);
    }
    expect(await phantom.trapped()).toEqual([]);
  });

  test('a wallet can insert HTML through its own Trusted Types policy', async ({ visit }) => {
    await visit({ scripts: [DRAWING_WALLET] }, async ({ page }) => {
      await page.goto('/');
      await connect(page);
    });
  });

  test('only the chunk of the wallet libraries names transaction calls', () => {
    const own = chunks().filter(({ name }) => !name.startsWith('solana.'));
    expect(own.length).toBeGreaterThan(3);
    const guilty = own.filter(({ text }) => FORBIDDEN.test(text));
    expect(guilty.map(({ name }) => name)).toEqual([]);
  });

  test('the bundle holds one copy of @solana/wallet-adapter-react', () => {
    const copies = chunks().flatMap(({ name, text }) =>
      text
        .split(ADAPTER_MARK)
        .slice(1)
        .map(() => name),
    );
    expect(copies).toHaveLength(1);
  });
});
