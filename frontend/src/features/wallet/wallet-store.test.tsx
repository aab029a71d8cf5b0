import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { useWallet } from '@solana/wallet-adapter-react';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { getWallets } from '@wallet-standard/app';
import { prerender } from '../../../test/prerendering';
import { dismissToast, useShownToast } from '@/features/toast/toast-store';
import { forgetWallet, isWalletRemembered, rememberWallet } from './expected-wallet';
import { WalletProviders } from './wallet-providers';
import type { WalletState } from './wallet-state';
import {
  connect,
  disconnect,
  startWallet,
  setBalances,
  useWalletState,
  type Connection,
} from './wallet-store';

const CHALLENGE = {
  domain: 'localhost',
  statement: 'A parody.',
  uri: 'http://localhost',
  version: '1',
  chainId: 'mainnet',
  nonce: 'n',
  issuedAt: '2026-11-21T08:00:00.000Z',
  expirationTime: '2026-11-21T08:05:00.000Z',
};

/** Addresses of two keys: all bytes of the first are 1, all bytes of the second are 2. */
const ALICE = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';
const BOB = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR';

const NO_WALLET = { status: 'disconnected', reason: null, canSkipSigning: false, resigned: null };
const READ = { balance: 1.5, sharesBalance: 42, balances: 'ready', readAt: null } as const;

/** Installs an old Phantom. The test answers its prompt. */
function installPhantom() {
  const listeners = new Map<string, (account: object | null) => void>();
  const keyOf = (byte: number) => ({ toBytes: () => new Uint8Array(32).fill(byte) });
  const prompts: { approve(): void; decline(): void }[] = [];
  let trusted = Promise.resolve();
  const disconnects = jest.fn(() => Promise.resolve());

  function ask(): Promise<void> {
    return new Promise((approve, reject) => {
      prompts.push({
        approve,
        decline: () => reject(Object.assign(new Error('declined'), { code: 4001 })),
      });
    });
  }

  const provider = {
    isPhantom: true,
    isConnected: false,
    publicKey: keyOf(1),
    connect: async (options?: { onlyIfTrusted: true }) => {
      if (options) await trusted;
      else if (!provider.isConnected) await ask();
      provider.isConnected = true;
    },
    disconnect: () => {
      provider.isConnected = false;
      return disconnects();
    },
    on: (event: string, listener: (account: object | null) => void) =>
      listeners.set(event, listener),
    off: (event: string) => listeners.delete(event),
  };
  window.phantom = { solana: provider };
  window.isPhantomInstalled = true;
  return {
    prompts,
    disconnects,
    /** Delays the answer to a silent connect until the test calls the returned function. */
    hesitate: () => {
      let decide = (): void => undefined;
      trusted = new Promise((resolve) => (decide = resolve));
      return () => decide();
    },
    switchToBob: () => act(() => listeners.get('accountChanged')?.(keyOf(2))),
    withdraw: () => act(() => listeners.get('accountChanged')?.(null)),
  };
}

/** Installs Phantom as a Standard wallet. It connects Alice, signs in as Bob, and never answers a silent connect. */
function registerStandardPhantom() {
  const wallet = {
    version: '1.0.0' as const,
    name: 'Phantom',
    icon: 'data:image/svg+xml;base64,' as const,
    chains: ['solana:mainnet'] as const,
    accounts: [] as object[],
    features: {
      'standard:connect': {
        connect: async (options?: { readonly silent?: boolean }) => {
          if (options?.silent) await new Promise(() => undefined);
          wallet.accounts = [
            { address: ALICE, publicKey: new Uint8Array(32).fill(1), chains: [], features: [] },
          ];
          return { accounts: wallet.accounts };
        },
      },
      'solana:signIn': {
        signIn: async () => {
          await wallet.features['standard:connect'].connect();
          const bytes = new Uint8Array(1);
          return [{ account: { address: BOB }, signedMessage: bytes, signature: bytes }];
        },
      },
      'standard:disconnect': { disconnect: () => Promise.resolve() },
      'standard:events': { on: () => () => undefined },
      'solana:signTransaction': { supportedTransactionVersions: [] },
    },
  };
  return getWallets().register(wallet as unknown as Parameters<RegisterWallet>[0]);
}

type RegisterWallet = ReturnType<typeof getWallets>['register'];

describe('the wallet', () => {
  let phantom: ReturnType<typeof installPhantom>;
  let state: WalletState;
  let toast: ReturnType<typeof useShownToast>;
  let official: ReturnType<typeof useWallet>;
  let connections: Connection[];
  const disconnected = jest.fn();
  let stop: () => void;

  function Look(): null {
    state = useWalletState();
    toast = useShownToast();
    official = useWallet();
    return null;
  }

  function start(): void {
    stop = startWallet({
      connected: (connection) => {
        connections.push(connection);
        return Promise.resolve();
      },
      disconnected,
    });
  }

  /** Clicks Connect and answers the prompt. */
  async function click(answer: 'approve' | 'decline'): Promise<void> {
    const before = phantom.prompts.length;
    act(() => void connect());
    await waitFor(() => expect(phantom.prompts).toHaveLength(before + 1));
    act(() => phantom.prompts[before]?.[answer]());
  }

  async function connectToAlice(): Promise<void> {
    await click('approve');
    await waitFor(() => expect(official.publicKey?.toBase58()).toBe(ALICE));
  }

  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no server'));
    phantom = installPhantom();
    connections = [];
    render(
      <WalletProviders>
        <Look />
      </WalletProviders>,
    );
    start();
  });

  afterEach(async () => {
    act(() => disconnect());
    // The second disconnect has no wallet that could resign.
    act(() => disconnect());
    for (const prompt of phantom.prompts) prompt.decline();
    await waitFor(() => expect(official.wallet).toBeNull());
    stop();
    cleanup();
    forgetWallet();
    delete window.phantom;
    jest.clearAllMocks();
    jest.restoreAllMocks();
  });

  it('goes from disconnected to connected, even if the balances cannot be read', async () => {
    expect(state).toEqual(NO_WALLET);
    await connectToAlice();
    expect(state).toEqual({
      status: 'connected',
      address: ALICE,
      balance: 0,
      sharesBalance: 0,
      pumpBalance: 0,
      balances: 'solFailed',
      readAt: null,
      arriving: false,
    });
    expect(connections).toMatchObject([{ address: ALICE, signed: null, from: '/' }]);
    expect(isWalletRemembered()).toBe(true);
  });

  it('after a disconnect, keeps only the address for the letter of resignation', async () => {
    await connectToAlice();
    act(() => setBalances(ALICE, READ));
    expect(state).toMatchObject(READ);
    act(() => disconnect());
    expect(state).toEqual({ ...NO_WALLET, resigned: ALICE });
    expect(connections[0]?.isOn()).toBe(false);
    expect(disconnected).toHaveBeenCalledTimes(1);
    expect(isWalletRemembered()).toBe(false);
    await waitFor(() => expect(official.connected).toBe(false));
  });

  it('shows the failure after the visitor declines, and does not remember the wallet', async () => {
    await click('decline');
    await waitFor(() => expect(state).toEqual({ ...NO_WALLET, reason: 'declined' }));
    expect(connections).toEqual([]);
    expect(isWalletRemembered()).toBe(false);
    expect(toast).toMatchObject({
      variant: 'destructive',
      title: 'Connection Failed',
      description: 'Could not connect to wallet. Please install Phantom from phantom.app.',
      open: true,
    });
    await connectToAlice();
    expect(toast).toMatchObject({ open: false });
  });

  it('ignores balances of another account', async () => {
    await connectToAlice();
    phantom.switchToBob();
    await waitFor(() => expect(state).toMatchObject({ address: BOB, balance: 0 }));
    act(() => setBalances(ALICE, READ));
    expect(state).toMatchObject({ address: BOB, balance: 0 });
    act(() => setBalances(BOB, READ));
    expect(state).toMatchObject({ address: BOB, ...READ });
  });

  it('ignores an invalid timestamp from a node', async () => {
    jest.mocked(fetch).mockImplementation(async (asked, options) => {
      if (typeof asked !== 'string' || !asked.endsWith('/api/rpc')) throw new Error('no server');
      const { id } = JSON.parse(options?.body as string) as { id: string };
      const context = { slot: 1, readAt: 'a while ago' };
      return Promise.resolve(
        Response.json({ jsonrpc: '2.0', id, result: { context, value: 1_500_000_000 } }),
      );
    });
    await connectToAlice();
    await waitFor(() =>
      expect(state).toMatchObject({ balance: 1.5, balances: 'ready', readAt: null }),
    );
  });

  it('is disconnected when Phantom withdraws the account', async () => {
    await connectToAlice();
    phantom.withdraw();
    await waitFor(() => expect(state).toEqual(NO_WALLET));
    expect(disconnected).toHaveBeenCalledTimes(1);
  });

  it('opens one prompt for many clicks', async () => {
    for (let clicks = 0; clicks < 3; clicks += 1) act(() => void connect());
    await waitFor(() => expect(state).toMatchObject({ status: 'connecting', stage: 'prompt' }));
    expect(phantom.prompts).toHaveLength(1);
  });

  it('ignores answers to prompts of earlier attempts', async () => {
    act(() => void connect());
    await waitFor(() => expect(phantom.prompts).toHaveLength(1));
    act(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    expect(state).toEqual(NO_WALLET);
    act(() => void connect());
    await waitFor(() => expect(phantom.prompts).toHaveLength(2));
    act(() => phantom.prompts[0]?.decline());
    act(() => phantom.prompts[1]?.approve());
    await waitFor(() => expect(official.publicKey?.toBase58()).toBe(ALICE));
    expect(connections).toHaveLength(1);
  });

  it('reconnects a remembered wallet without a prompt', async () => {
    stop();
    rememberWallet();
    act(start);
    expect(state).toEqual({ status: 'reconnecting' });
    await waitFor(() => expect(official.publicKey?.toBase58()).toBe(ALICE));
    expect(connections).toMatchObject([{ address: ALICE, from: null }]);
    expect(phantom.prompts).toEqual([]);
  });

  it('does not reconnect on a prerendered page until the visitor opens it', async () => {
    stop();
    rememberWallet();
    const openPrerendered = prerender();
    act(start);
    expect(state).toEqual(NO_WALLET);
    act(openPrerendered);
    await waitFor(() => expect(connections).toMatchObject([{ address: ALICE, from: null }]));
  });

  it('disconnects if a reconnect succeeds after its timeout', async () => {
    stop();
    rememberWallet();
    const decide = phantom.hesitate();
    jest.useFakeTimers();
    act(start);
    await waitFor(() => expect(official.wallet).not.toBeNull());
    act(() => jest.advanceTimersByTime(5_000));
    jest.useRealTimers();
    expect(state).toEqual(NO_WALLET);
    decide();
    await waitFor(() => expect(phantom.disconnects).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(official.wallet).toBeNull());
    expect(connections).toEqual([]);
    expect(state).toEqual(NO_WALLET);
  });

  it('connects on a click although Phantom does not answer the reconnect', async () => {
    stop();
    rememberWallet();
    const unregister = registerStandardPhantom();
    jest.useFakeTimers();
    act(start);
    await waitFor(() => expect(official.wallet?.adapter).toHaveProperty('standard'));
    act(() => jest.advanceTimersByTime(5_000));
    jest.useRealTimers();
    expect(state).toEqual(NO_WALLET);
    await act(() => connect());
    expect(state).toMatchObject({ status: 'connected', address: ALICE });
    act(() => disconnect());
    await waitFor(() => expect(official.wallet).toBeNull());
    act(() => unregister());
  });

  it('ignores a signature by another account', async () => {
    jest
      .mocked(fetch)
      .mockImplementation(async () => Promise.resolve(Response.json({ input: CHALLENGE })));
    const unregister = registerStandardPhantom();
    await act(() => connect());
    expect(state).toMatchObject({ status: 'connected', address: ALICE });
    expect(connections).toMatchObject([{ address: ALICE, signed: null }]);
    act(() => disconnect());
    await waitFor(() => expect(official.wallet).toBeNull());
    act(() => unregister());
  });

  it('redirects a phone on a tap, and is disconnected again when the page is restored', () => {
    delete window.phantom;
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone');
    jest.useFakeTimers();
    act(() => void connect());
    expect(state).toEqual({ status: 'redirecting' });
    expect(toast).toMatchObject({
      title: 'Opening Phantom',
      description:
        'Redirecting you to Phantom wallet... If nothing happens, please install Phantom from phantom.app.',
    });
    act(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      dismissToast(toast?.id ?? 0);
    });
    expect(state).toEqual(NO_WALLET);
    jest.useRealTimers();
  });
});
