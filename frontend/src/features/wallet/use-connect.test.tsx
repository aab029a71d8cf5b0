import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { useWallet } from '@solana/wallet-adapter-react';
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { getWallets } from '@wallet-standard/app';
import { BrowserRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { CHALLENGE } from '../../../test/challenge';
import { prerender } from '../../../test/prerendering';
import { LEADERBOARD } from '@/config/paths';
import { swrConfig } from '@/config/swr';
import { useBoard } from '@/features/leaderboard/board-answer';
import { TOASTS } from '@/features/toast/toasts';
import { ToastProvider } from '@/features/toast/use-toast';
import { connectText } from './connect-text';
import { findPhantom } from './phantom';
import { useConnect } from './use-connect';
import { WalletProviders } from './wallet-providers';
import { useAddress } from './wallet-state';

/** Address of the key whose bytes are all 1. */
const ALICE = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';

/** Address of the key whose bytes are all 2. */
const BOB = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR';
const REFERRER = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

const BONUS = TOASTS.recruited.title;
const CONNECTED = TOASTS.connected.title;
const FAILED = TOASTS.failed.title;

/** The storage key under which WalletProvider remembers the selected wallet. */
const REMEMBERED = 'walletName';

/** Installs an old build of Phantom, without the Wallet Standard. */
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

/** Installs Phantom as a Standard wallet. It connects Alice, and never answers a silent connect. */
function registerStandardPhantom(signer = ALICE) {
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
          return [{ account: { address: signer }, signedMessage: bytes, signature: bytes }];
        },
      },
      'standard:disconnect': { disconnect: () => Promise.resolve() },
      'standard:events': {
        on: (_: string, listener: typeof onChange) => {
          onChange = listener;
          return () => undefined;
        },
      },
      'solana:signTransaction': { supportedTransactionVersions: [] },
    },
  };
  standard = wallet;
  return getWallets().register(wallet as unknown as Parameters<RegisterWallet>[0]);
}

let onChange: (properties: { accounts: object[] }) => void = () => undefined;
let standard: { accounts: object[] } = { accounts: [] };

function switchStandardAccount(address: string): void {
  standard.accounts = [{ address, publicKey: new Uint8Array(32), chains: [], features: [] }];
  act(() => onChange({ accounts: standard.accounts }));
}

type RegisterWallet = ReturnType<typeof getWallets>['register'];

describe('the wallet', () => {
  let phantom: ReturnType<typeof installPhantom>;
  let attempt: ReturnType<typeof useConnect>;
  let wallet: ReturnType<typeof useWallet>;
  let address: string | null;
  /** Requests as `method path`, without those for balances. */
  let requests: string[];
  let claims: unknown[];
  let claimStatus: number;
  let unregister = (): void => undefined;

  function Look(): null {
    attempt = useConnect();
    wallet = useWallet();
    address = useAddress();
    return null;
  }

  function open(): void {
    render(
      <BrowserRouter>
        <ToastProvider>
          <WalletProviders>
            <Look />
          </WalletProviders>
        </ToastProvider>
      </BrowserRouter>,
    );
  }

  function answer(path: string, options?: RequestInit): Response {
    if (path === '/api/session/challenge') return Response.json({ input: CHALLENGE });
    if (path === LEADERBOARD) return Response.json({ entries: [], total: 0 });
    if (path === '/api/referral') {
      claims.push(JSON.parse(options?.body as string));
      return new Response('{}', { status: claimStatus });
    }
    if (path !== '/api/session' || options?.method !== 'POST') return new Response('{}');
    const { publicKey } = JSON.parse(options.body as string) as { publicKey: string };
    const referral = { referrer: REFERRER, status: 'proven', credited: true };
    return Response.json({ wallet: publicKey, referral }, { status: 201 });
  }

  async function click(reply: 'approve' | 'decline'): Promise<void> {
    const before = phantom.prompts.length;
    act(() => void attempt.connect());
    await waitFor(() => expect(phantom.prompts).toHaveLength(before + 1));
    act(() => phantom.prompts[before]?.[reply]());
  }

  async function connected(): Promise<void> {
    await click('approve');
    await settled();
  }

  async function settled(): Promise<void> {
    await waitFor(() => expect(attempt.stage).toBe('idle'));
  }

  function hold(path: '/api/session' | '/api/referral'): () => void {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const answerNow = jest.mocked(fetch).getMockImplementation();
    jest.mocked(fetch).mockImplementation(async (asked, options) => {
      if (asked === path && options?.method === 'POST') await released;
      return (await answerNow?.(asked, options)) ?? new Response();
    });
    return release;
  }

  /** Returns the title of each toast, and dismisses them all. */
  function toasts(): (string | null | undefined)[] {
    const told: (string | null | undefined)[] = [];
    for (;;) {
      const dismiss = screen.queryByRole('button', { name: 'Dismiss' });
      if (!dismiss) return told;
      told.push(dismiss.parentElement?.firstElementChild?.textContent);
      act(() => dismiss.click());
    }
  }

  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    requests = [];
    claims = [];
    claimStatus = 201;
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (asked, options) => {
      const path = asked instanceof Request ? asked.url : asked.toString();
      if (path.endsWith('/api/rpc')) return new Response('{}', { status: 503 });
      requests.push(`${options?.method ?? 'GET'} ${path}`);
      return Promise.resolve(answer(path, options));
    });
    history.replaceState(null, '', '/about');
    phantom = installPhantom();
  });

  async function openWithPhantom(): Promise<void> {
    open();
    await waitFor(() => expect(findPhantom(wallet.wallets)).toBeDefined());
  }

  afterEach(async () => {
    jest.useRealTimers();
    act(() => attempt.disconnect());
    for (const prompt of phantom.prompts) prompt.decline();
    await waitFor(() => expect(wallet.wallet).toBeNull());
    toasts();
    cleanup();
    act(() => unregister());
    unregister = () => undefined;
    delete window.phantom;
    localStorage.clear();
    sessionStorage.clear();
    jest.restoreAllMocks();
  });

  // Must run first: an old Phantom that the adapter has found stays for the later tests.
  it('announces the redirect to Phantom on a phone, and is idle again when the page is restored from the cache', () => {
    delete window.phantom;
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone');
    open();
    jest.useFakeTimers();
    act(() => void attempt.connect());
    expect(attempt.stage).toBe('redirecting');
    expect(toasts()).toEqual([TOASTS.opening.title]);
    act(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    expect(attempt).toMatchObject({ stage: 'idle', reason: null });
  });

  it('connects without a sign-in if an account other than the connected one has signed', async () => {
    unregister = registerStandardPhantom(BOB);
    open();
    await act(() => attempt.connect());
    expect(address).toBe(ALICE);
    expect(requests).toEqual(['POST /api/session/challenge']);
  });

  it('does not say that nothing was signed if Phantom signs, but then connects no account', async () => {
    unregister = registerStandardPhantom();
    Object.defineProperty(standard, 'accounts', { get: () => [], set() {} });
    open();
    await act(() => attempt.connect());
    expect([address, attempt.reason]).toEqual([null, 'failed']);
    const text = connectText(attempt, wallet, '');
    expect(text).toMatch(/^That did not work/);
    expect(text).not.toContain('nothing was signed');
    expect(requests).toEqual(['POST /api/session/challenge']);
  });

  it('follows a switch of the account, and claims the referral for the new account, too', async () => {
    sessionStorage.setItem('pyramidion.referrer', REFERRER);
    await openWithPhantom();
    await connected();
    phantom.switchToBob();
    await waitFor(() => expect(address).toBe(BOB));
    await waitFor(() =>
      expect(claims).toEqual([
        { referrerId: REFERRER, recruitId: ALICE },
        { referrerId: REFERRER, recruitId: BOB },
      ]),
    );
  });

  it('claims the referral only for the new account if the visitor switches accounts during the sign-in', async () => {
    sessionStorage.setItem('pyramidion.referrer', REFERRER);
    unregister = registerStandardPhantom();
    open();
    const release = hold('/api/session');
    act(() => void attempt.connect());
    await waitFor(() => expect(attempt.stage).toBe('arriving'));
    switchStandardAccount(BOB);
    await waitFor(() => expect(address).toBe(BOB));
    act(() => release());
    await settled();
    expect(requests).toContain('DELETE /api/session');
    expect(claims).toEqual([{ referrerId: REFERRER, recruitId: BOB }]);
    expect(toasts()).toEqual([BONUS, CONNECTED]);
  });

  it('is disconnected and signed out when Phantom withdraws the account', async () => {
    await openWithPhantom();
    await connected();
    phantom.withdraw();
    await waitFor(() => expect(address).toBeNull());
    expect(attempt).toMatchObject({ stage: 'idle', reason: null });
    await waitFor(() => expect(requests).toEqual(['DELETE /api/session']));
  });

  it('is disconnected and signed out after a disconnect in another tab', async () => {
    await openWithPhantom();
    await connected();
    localStorage.removeItem(REMEMBERED);
    act(() => {
      dispatchEvent(new StorageEvent('storage', { key: REMEMBERED }));
    });
    await waitFor(() => expect(address).toBeNull());
    await waitFor(() => expect(requests).toEqual(['DELETE /api/session']));
  });

  it('stays connected when the visitor returns to the tab of a browser whose storage is full', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await openWithPhantom();
    await connected();
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect([localStorage.getItem(REMEMBERED), address]).toEqual([null, ALICE]);
  });

  it.each([
    ['is disconnected', () => attempt.disconnect()],
    ['switches to another account', () => switchStandardAccount(BOB)],
  ])('keeps the server’s reason for a rejected sign-in until it %s', async (_end, end) => {
    unregister = registerStandardPhantom();
    open();
    const detail = 'The operator has banned this wallet.';
    const answerNow = jest.mocked(fetch).getMockImplementation();
    jest.mocked(fetch).mockImplementation(async (asked, options) => {
      if (asked === '/api/session') return Response.json({ detail }, { status: 403 });
      return (await answerNow?.(asked, options)) ?? new Response();
    });
    await act(() => attempt.connect());
    expect([address, attempt.failure]).toEqual([ALICE, { reason: detail }]);
    act(end);
    expect(attempt.failure).toBeNull();
  });

  it('ignores the answer to a prompt after the visitor has cancelled the attempt', async () => {
    await openWithPhantom();
    act(() => void attempt.connect());
    await waitFor(() => expect(phantom.prompts).toHaveLength(1));
    act(() => attempt.cancel());
    expect(attempt).toMatchObject({ stage: 'idle', reason: 'cancelled' });
    act(() => phantom.prompts[0]?.approve());
    await waitFor(() => expect(phantom.disconnects).toHaveBeenCalled());
    expect([address, toasts()]).toEqual([null, []]);
    await connected();
    expect(address).toBe(ALICE);
  });

  it('ignores the answer to a prompt that was open before the page was restored from the cache', async () => {
    await openWithPhantom();
    act(() => void attempt.connect());
    await waitFor(() => expect(phantom.prompts).toHaveLength(1));
    act(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    expect(attempt).toMatchObject({ stage: 'idle', reason: null });
    act(() => void attempt.connect());
    await waitFor(() => expect(phantom.prompts).toHaveLength(2));
    act(() => phantom.prompts[0]?.decline());
    act(() => phantom.prompts[1]?.approve());
    await settled();
    expect(address).toBe(ALICE);
    expect(toasts()).not.toContain(FAILED);
  });

  it('does not leave a page that the visitor has opened during the prompt', async () => {
    await openWithPhantom();
    act(() => void attempt.connect());
    await waitFor(() => expect(phantom.prompts).toHaveLength(1));
    history.replaceState(null, '', '/proof');
    act(() => phantom.prompts[0]?.approve());
    await settled();
    expect([address, location.pathname]).toEqual([ALICE, '/proof']);
  });

  it('fetches the leaderboard again after a connect', async () => {
    const showBoard = () =>
      renderHook(() => useBoard(LEADERBOARD), {
        wrapper: ({ children }) => <SWRConfig value={swrConfig}>{children}</SWRConfig>,
      });
    const fetches = () => requests.filter((request) => request === `GET ${LEADERBOARD}`).length;
    await openWithPhantom();
    const { result, unmount } = showBoard();
    await waitFor(() => expect(result.current.data).toBeDefined());
    unmount();
    await connected();
    showBoard();
    await waitFor(() => expect(fetches()).toBe(2));
  });

  it('does not navigate after a connect on the dashboard', async () => {
    history.replaceState(null, '', '/dashboard');
    const before = history.length;
    await openWithPhantom();
    await connected();
    expect([address, location.pathname]).toEqual([ALICE, '/dashboard']);
    expect(history).toHaveLength(before);
  });

  it.each([
    ['that the app has read', 'referrer', BOB],
    ['that the app had no time to read', 'link', `/?ref=${BOB}`],
  ])(
    'signs for the referrer whose link the browser has restored, not for a later one %s',
    async (_what, key, later) => {
      unregister = registerStandardPhantom();
      history.replaceState(null, '', `/?ref=${REFERRER}`);
      sessionStorage.setItem(`pyramidion.${key}`, later);
      open();
      act(() => {
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      });
      await act(() => attempt.connect());
      expect(fetch).toHaveBeenCalledWith(
        '/api/session/challenge',
        expect.objectContaining({ body: JSON.stringify({ referrer: REFERRER }) }),
      );
      expect(sessionStorage.getItem('pyramidion.link')).toBeNull();
    },
  );

  describe('with a referrer', () => {
    beforeEach(() => sessionStorage.setItem('pyramidion.referrer', REFERRER));

    it('shows only the greeting if the server rejects the claim', async () => {
      claimStatus = 409;
      await openWithPhantom();
      await connected();
      expect(toasts()).toEqual([CONNECTED]);
    });

    it('shows the bonus if a signature has proven the referral, even if the claim fails', async () => {
      claimStatus = 500;
      unregister = registerStandardPhantom();
      open();
      await act(() => attempt.connect());
      expect(claims).toHaveLength(1);
      expect(toasts()).toEqual([BONUS, CONNECTED]);
    });

    it('shows the failure, but stays connected, if the claim fails and no signature has proven the referral', async () => {
      claimStatus = 500;
      await openWithPhantom();
      await connected();
      expect(address).toBe(ALICE);
      expect(toasts()).toEqual([FAILED]);
      expect(location.pathname).toBe('/about');
    });

    it.each([201, 500])(
      'claims for the new account, too, if the visitor switches accounts before the claim is answered with %i',
      async (status) => {
        claimStatus = status;
        await openWithPhantom();
        const release = hold('/api/referral');
        await click('approve');
        await waitFor(() => expect(fetch).toHaveBeenCalledWith('/api/referral', expect.anything()));
        phantom.switchToBob();
        await waitFor(() => expect(address).toBe(BOB));
        act(() => release());
        await settled();
        await waitFor(() =>
          expect(claims).toEqual([
            { referrerId: REFERRER, recruitId: ALICE },
            { referrerId: REFERRER, recruitId: BOB },
          ]),
        );
      },
    );

    it('claims nothing if the visitor disconnects during the sign-in', async () => {
      unregister = registerStandardPhantom();
      open();
      const release = hold('/api/session');
      act(() => void attempt.connect());
      await waitFor(() => expect(attempt.stage).toBe('arriving'));
      act(() => attempt.disconnect());
      act(() => release());
      await waitFor(() =>
        expect(requests.filter((each) => each === 'DELETE /api/session')).toHaveLength(2),
      );
      expect([claims, toasts(), location.pathname]).toEqual([[], [], '/about']);
    });

    it('sends the claim once, and shows no greeting, in two silent reconnects', async () => {
      claimStatus = 200;
      localStorage.setItem(REMEMBERED, '"Phantom"');
      await openWithPhantom();
      await waitFor(() => expect(claims).toHaveLength(1));
      await waitFor(() => expect(Object.keys(sessionStorage).join()).toContain('answered'));
      expect(toasts()).toEqual([]);
      cleanup();
      await openWithPhantom();
      await waitFor(() => expect(address).toBe(ALICE));
      expect([claims.length, toasts(), location.pathname]).toEqual([1, [], '/about']);
    });
  });

  describe('that is remembered', () => {
    beforeEach(() => localStorage.setItem(REMEMBERED, '"Phantom"'));

    it('does not reconnect on a prerendered page until the visitor opens it', async () => {
      const openPrerendered = prerender();
      jest.useFakeTimers();
      open();
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      expect(address).toBeNull();
      act(openPrerendered);
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      expect(address).toBe(ALICE);
    });

    it('stays disconnected if Phantom answers the reconnect only after the timeout', async () => {
      const decide = phantom.hesitate();
      jest.useFakeTimers();
      open();
      await act(() => jest.advanceTimersByTimeAsync(1));
      expect(wallet.connecting).toBe(true);
      await act(() => jest.advanceTimersByTimeAsync(5_000));
      expect(wallet.connecting).toBe(false);
      decide();
      await act(() => jest.advanceTimersByTimeAsync(1_000));
      expect(address).toBeNull();
    });

    it.each([0, 5_000])(
      'connects on a click although Phantom has not answered the reconnect after %i ms',
      async (waited) => {
        unregister = registerStandardPhantom();
        jest.useFakeTimers();
        open();
        await act(() => jest.advanceTimersByTimeAsync(waited));
        jest.useRealTimers();
        expect(address).toBeNull();
        await act(() => attempt.connect());
        expect(address).toBe(ALICE);
      },
    );
  });
});
