import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { useSetup } from './setup.js';
import {
  FAILED,
  card,
  connect,
  connectButton,
  disconnectButton,
  toastShown,
} from '../support/browser/steps.js';
import { createWalletKey } from '../support/fake-phantom/keys.js';
import { SCREENS, UNKNOWN_PAGE } from './screens/screens.js';

const CLIENT = path.join(process.cwd(), 'frontend/dist/client');
const PAGES = [...SCREENS, UNKNOWN_PAGE];

/** Every directive that a page of ours must carry, styles aside: those name the hashes of the page's own. */
const DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
];

const FORBIDDEN =
  /solana:sign\w*Transaction|signAndSendTransaction|signAllTransactions|signTransaction|sendTransaction|requestAirdrop/;

/** What a wallet runs in the page's own world: it draws in it, and vouches for what it draws. */
const DRAWING_WALLET = `
  const policy = trustedTypes.createPolicy('wallet', { createHTML: (html) => html });
  document.createElement('div').innerHTML = policy.createHTML('<b>Approve</b>');
`;

/** A sentence that each copy of @solana/wallet-adapter-react contains once. */
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

describe('the product does no harm', () => {
  const setup = useSetup();

  it.each(['standard', 'old'] as const)(
    'a booby-trapped wallet records no call for a transaction through reject, connect, prove, switch and disconnect: %s Phantom',
    async (kind) => {
      const keys = [createWalletKey(), createWalletKey()];
      await setup().visit(
        { phantom: { kind, keys, answer: 'reject' } },
        async ({ page, phantom, watch }) => {
          watch.allow(/Could not connect/);
          await page.goto(`/?ref=${createWalletKey().address}`);
          await connectButton(page).click();
          await toastShown(page, FAILED);
          await phantom.willAnswer('approve');
          await connect(page);
          const signature = card(page, 'Your Signature');
          const prove = signature.getByRole('button', { name: 'Prove it' });
          const proven = signature.getByText('Proven.');
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
    },
  );

  it('every answer of a whole visit carries the security headers, and no page breaks its own policy', async () => {
    const policies = new Map<string, Record<string, string>>();
    await setup().visit({}, async ({ page, watch }) => {
      watch.allow(/404 \(Not Found\)/);
      const { origin } = setup().product;
      page.on('response', (response) => {
        policies.set(`${response.status()} ${response.url()}`, response.headers());
      });
      await page.goto(`/?ref=${createWalletKey().address}`);
      await connect(page);
      for (const screen of PAGES) await page.goto(screen, { waitUntil: 'networkidle' });
      const asked = [...policies.keys()].join('\n');
      for (const part of ['/assets/', '/api/session', '/api/rpc', '/api/leaderboard', '404 ']) {
        expect(asked).toContain(part);
      }
      for (const address of ['/api/nothing', '/api/proofs', '/api/health/live', '/assets/no.js']) {
        const response = await fetch(`${origin}${address}`);
        policies.set(`${response.status} ${address}`, Object.fromEntries(response.headers));
      }
    });
    const lacking = [...policies].filter(([, headers]) => {
      const policy = headers['content-security-policy'] ?? '';
      return !(
        DIRECTIVES.every((directive) => policy.includes(directive)) &&
        headers['x-content-type-options'] === 'nosniff' &&
        headers['referrer-policy'] === 'strict-origin-when-cross-origin' &&
        !Object.keys(headers).some((name) => name.startsWith('access-control-'))
      );
    });
    expect(lacking.map(([answer]) => answer)).toEqual([]);
  });

  it('lets a wallet vouch for what it draws in the page', async () => {
    await setup().visit({ scripts: [DRAWING_WALLET] }, async ({ page }) => {
      await page.goto('/');
      await connect(page);
    });
  });

  it('only the chunk of the wallet libraries names transaction calls', () => {
    const own = chunks().filter(({ name }) => !name.startsWith('solana.'));
    expect(own.length).toBeGreaterThan(3);
    const guilty = own.filter(({ text }) => FORBIDDEN.test(text));
    expect(guilty.map(({ name }) => name)).toEqual([]);
  });

  it('the bundle holds one copy of @solana/wallet-adapter-react', () => {
    const copies = chunks().flatMap(({ name, text }) =>
      text
        .split(ADAPTER_MARK)
        .slice(1)
        .map(() => name),
    );
    expect(copies).toHaveLength(1);
  });
});
