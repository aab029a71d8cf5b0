import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './test.js';
import { TOASTS, toastShown } from './checks/toasts.js';
import { card, connect, connectButton, disconnectButton } from '../support/browser/steps.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';

const CLIENT = path.join(process.cwd(), 'frontend/dist/client');
const FORBIDDEN =
  /solana:sign\w*Transaction|signAndSendTransaction|signAllTransactions|signTransaction|sendTransaction|requestAirdrop/;

/** A script like that of a wallet that renders in the page, with its own Trusted Types policy. */
const DRAWING_WALLET = `
  const policy = trustedTypes.createPolicy('wallet', { createHTML: (html) => html });
  document.createElement('div').innerHTML = policy.createHTML('<b>Approve</b>');
`;

/** Words that occur once in each copy of @solana/wallet-adapter-react. */
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

test.describe('the safety of visitors', () => {
  for (const kind of ['standard', 'old'] as const) {
    test(`a visit that connects, signs and disconnects asks for no transaction: ${kind} Phantom`, async ({
      visit,
    }) => {
      const keys = [createWalletKey(), createWalletKey()];
      await visit(
        { phantom: { kind, keys, answer: 'reject' } },
        async ({ page, phantom, watch }) => {
          watch.allow(/Could not connect/);
          await page.goto(`/?ref=${createWalletKey().address}`);
          await connectButton(page).click();
          await toastShown(page, TOASTS.failed);
          await phantom.willAnswer('approve');
          await connect(page);
          const signature = card(page, 'Your Status');
          const prove = signature.getByRole('button', { name: 'Prove it' });
          const proven = signature.getByText(/^Signed$/);
          if (kind === 'old') await prove.click();
          await proven.waitFor();
          await phantom.switchAccount(1);
          await prove.click();
          await proven.waitFor();
          await disconnectButton(page).click();
          await connectButton(page).waitFor();
          expect(await phantom.trapped()).toEqual([]);
        },
      );
    });
  }

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
