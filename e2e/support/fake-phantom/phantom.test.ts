import { createPublicKey, verify } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../browser/chromium.js';
import { PhantomRemote } from '../browser/phantom-remote.js';
import { createWalletKey, type WalletKey } from './keys.js';
import { phantomScript } from './page-script.js';
import type { PhantomOptions } from './phantom-control.js';

const ORIGIN = 'http://localhost/';
const [alice, bob] = [createWalletKey(), createWalletKey()];
const MESSAGE = 'I was recruited.';

interface Registered {
  readonly name: string;
  readonly accounts: readonly { readonly address: string }[];
  readonly features: Readonly<Record<string, Record<string, (...input: object[]) => unknown>>>;
}
interface OldProvider {
  readonly publicKey: { toBase58(): string; toBytes(): Uint8Array } | null;
  connect(options?: object): Promise<unknown>;
  signMessage(message: Uint8Array): Promise<{ readonly signature: Uint8Array }>;
  signTransaction(): Promise<never>;
  on(event: string, listener: (key: { toBase58(): string } | null) => void): void;
}
declare global {
  interface Window {
    registered?: Registered;
    heard?: string[];
  }
}

describe('the fake Phantom', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let phantom: PhantomRemote;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    context = await browser.newContext();
    await context.route(`${ORIGIN}**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>a page</title>' }),
    );
  });
  afterEach(() => context.close());

  async function open(options: Partial<PhantomOptions> = {}): Promise<void> {
    const content = phantomScript({
      kind: 'standard',
      keys: [alice, bob],
      answer: 'approve',
      delayMs: 0,
      installedFlag: true,
      ...options,
    });
    await context.addInitScript({ content });
    page = await context.newPage();
    phantom = new PhantomRemote(page);
    await page.goto(ORIGIN);
    await getReady();
  }

  /** Dispatches the event by which a page accepts Wallet Standard wallets. */
  async function getReady(): Promise<void> {
    await page.evaluate(() => {
      const register = (wallet: object) => Object.assign(window, { registered: wallet });
      const detail = { register };
      window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail }));
    });
  }

  function connect(input: object = {}): Promise<string> {
    return page.evaluate(async (options) => {
      try {
        await window.registered?.features['standard:connect']?.['connect']?.(options);
        return window.registered?.accounts[0]?.address ?? 'no account';
      } catch (error) {
        return error instanceof Error && 'code' in error ? `code ${String(error.code)}` : 'failed';
      }
    }, input);
  }

  it('registers as Phantom through the Wallet Standard', async () => {
    await open();
    expect(await page.evaluate(() => window.registered?.name)).toBe('Phantom');
  });

  it('connects with one prompt, and without a prompt after a reload', async () => {
    await open();
    expect(await connect({ silent: true })).toBe('code 4001');
    expect(await connect()).toBe(alice.address);
    expect(await phantom.prompts()).toEqual(['connect']);
    await page.reload();
    await getReady();
    expect(await connect({ silent: true })).toBe(alice.address);
    expect(await phantom.prompts()).toEqual([]);
    expect(await phantom.silentConnects()).toBe(1);
  });

  it('fails with code 4001 when the visitor rejects, and can ask again', async () => {
    await open({ answer: 'reject' });
    expect(await connect()).toBe('code 4001');
    await phantom.willAnswer('approve');
    expect(await connect()).toBe(alice.address);
  });

  it('leaves a prompt open until the visitor answers it', async () => {
    await open({ answer: 'hang' });
    const connecting = connect();
    await page.waitForFunction(() => window.phantomControl?.prompts.length === 1);
    await phantom.settle(true);
    expect(await connecting).toBe(alice.address);
  });

  it('signs messages with the real key of its account', async () => {
    await open();
    await connect();
    const signature = await page.evaluate(async (text) => {
      const message = new TextEncoder().encode(text);
      const sign = window.registered?.features['solana:signMessage']?.['signMessage'];
      const outputs = (await sign?.({ message })) as [{ signature: Uint8Array }] | undefined;
      return [...(outputs?.[0].signature ?? [])];
    }, MESSAGE);
    expect(isSignedBy(alice, MESSAGE, signature)).toBe(true);
    expect(isSignedBy(bob, MESSAGE, signature)).toBe(false);
  });

  it('signs in with a text that names the page and the account', async () => {
    await open();
    const { text, signature } = await page.evaluate(async () => {
      const signIn = window.registered?.features['solana:signIn']?.['signIn'];
      const input = { statement: 'Nothing moves.', nonce: 'abcdefgh', resources: ['http://a/'] };
      const outputs = (await signIn?.(input)) as
        [{ signedMessage: Uint8Array; signature: Uint8Array }] | undefined;
      const output = outputs?.[0];
      return {
        text: new TextDecoder().decode(output?.signedMessage),
        signature: [...(output?.signature ?? [])],
      };
    });
    expect(text).toBe(
      `localhost wants you to sign in with your Solana account:\n${alice.address}\n\n` +
        'Nothing moves.\n\nNonce: abcdefgh\nResources:\n- http://a/',
    );
    expect(isSignedBy(alice, text, signature)).toBe(true);
    expect(await phantom.prompts()).toEqual(['signIn']);
  });

  it('records and rejects every call for a transaction, and keeps the record over a reload', async () => {
    await open();
    const refused = await page.evaluate(async () => {
      const features = window.registered?.features;
      const calls = [
        features?.['solana:signTransaction']?.['signTransaction']?.({}),
        features?.['solana:signAndSendTransaction']?.['signAndSendTransaction']?.({}),
      ];
      return (await Promise.allSettled(calls)).map(({ status }) => status);
    });
    expect(refused).toEqual(['rejected', 'rejected']);
    await page.reload();
    expect(await phantom.trapped()).toEqual(['signTransaction', 'signAndSendTransaction']);
  });

  it('announces a switch and the removal of the account', async () => {
    await open();
    await connect();
    await page.evaluate(() => {
      const on = window.registered?.features['standard:events']?.['on'];
      const hear = () => (window.heard ??= []).push(window.registered?.accounts[0]?.address ?? '');
      Reflect.apply(on ?? hear, null, ['change', hear]);
    });
    await phantom.switchAccount(1);
    await phantom.revokeAccount();
    expect(await page.evaluate(() => window.heard)).toEqual([bob.address, '']);
  });

  describe('as an old build', () => {
    it('has only the injected provider, and connects with it', async () => {
      await open({ kind: 'old' });
      expect(await page.evaluate(() => window.registered === undefined)).toBe(true);
      const key = await page.evaluate(async () => {
        const provider = window.phantom?.solana as OldProvider;
        await provider.connect();
        return {
          text: provider.publicKey?.toBase58(),
          bytes: [...(provider.publicKey?.toBytes() ?? [])],
        };
      });
      expect(key.text).toBe(alice.address);
      expect(Buffer.from(key.bytes).toString('base64url')).toBe(alice.jwk.x);
    });

    it('announces a switch of the account, and null when the account is removed', async () => {
      await open({ kind: 'old' });
      await page.evaluate(async () => {
        const provider = window.phantom?.solana as OldProvider;
        await provider.connect();
        provider.on('accountChanged', (key) =>
          (window.heard ??= []).push(key?.toBase58() ?? 'null'),
        );
      });
      await phantom.switchAccount(1);
      await phantom.revokeAccount();
      expect(await page.evaluate(() => window.heard)).toEqual([bob.address, 'null']);
    });

    it('signs messages, and rejects transactions', async () => {
      await open({ kind: 'old' });
      const signature = await page.evaluate(async (text) => {
        const provider = window.phantom?.solana as OldProvider;
        await provider.signTransaction().catch(() => undefined);
        return [...(await provider.signMessage(new TextEncoder().encode(text))).signature];
      }, MESSAGE);
      expect(isSignedBy(alice, MESSAGE, signature)).toBe(true);
      expect(await phantom.trapped()).toEqual(['signTransaction']);
    });
  });
});

function isSignedBy({ jwk }: WalletKey, text: string, signature: readonly number[]): boolean {
  const { kty, crv, x } = jwk;
  const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature));
}
