import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { dismissToast, useShownToast } from '@/features/toast/toast-store';
import type { Connection } from '@/features/wallet/wallet-store';
import { farewell, welcome } from './welcome';

const REFERRER = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const RECRUIT = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi';
const BONUS = ['Referral Bonus!', "You've been recruited! Extra points awarded."];
const CONNECTED = ['Wallet Connected', 'Welcome to the pyramid, recruit!'];
const SIGNED = { publicKey: RECRUIT, signedMessage: '', signature: '', nonce: '' };
const ABOUT = '/about';
const CLICK: Connection = { address: RECRUIT, signed: null, from: ABOUT, isOn: () => true };

describe('a successful connect', () => {
  const goTo = jest.fn((_path: string) => Promise.resolve());
  let claimStatus: number;
  let claims: unknown[];
  let shown: { readonly current: ReturnType<typeof useShownToast> };

  /** Returns the title and description of each toast, and dismisses them all. */
  function toasts(): string[][] {
    const told: string[][] = [];
    while (shown.current?.open) {
      const { id, title, description } = shown.current;
      told.push([title, description]);
      act(() => dismissToast(id));
    }
    return told;
  }

  function connected(connection: Partial<Connection> = {}): Promise<void> {
    return act(() => welcome({ ...CLICK, ...connection }, goTo));
  }

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    sessionStorage.setItem('pyramidion.referrer', REFERRER);
    history.replaceState(null, '', ABOUT);
    claimStatus = 201;
    claims = [];
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, options) => {
      if (address !== '/api/referral') {
        const referral = { referrer: REFERRER, status: 'proven', credited: true };
        return Promise.resolve(Response.json({ wallet: RECRUIT, referral }, { status: 201 }));
      }
      claims.push(JSON.parse(options?.body as string));
      return Promise.resolve(new Response('{}', { status: claimStatus }));
    });
    shown = renderHook(() => useShownToast()).result;
  });

  afterEach(() => {
    toasts();
    act(() => jest.runAllTimers());
    jest.useRealTimers();
    cleanup();
    jest.restoreAllMocks();
    jest.clearAllMocks();
    sessionStorage.clear();
  });

  it('shows bonus and greeting on the dashboard if its referral is credited', async () => {
    await connected();
    expect(claims).toEqual([{ referrerId: REFERRER, recruitId: RECRUIT }]);
    expect(toasts()).toEqual([BONUS, CONNECTED]);
    expect(goTo).toHaveBeenCalledWith('/dashboard');
  });

  it.each([200, 400, 409, 422])(
    'shows only the greeting if the referral request gets %i',
    async (status) => {
      claimStatus = status;
      await connected();
      expect(toasts()).toEqual([CONNECTED]);
    },
  );

  it('without a referrer, shows only the greeting and sends no referral request', async () => {
    sessionStorage.clear();
    await connected();
    expect(claims).toEqual([]);
    expect(toasts()).toEqual([CONNECTED]);
  });

  it.each([429, 500])(
    'shows the bonus if a signature has proven the referral, even if the referral request gets %i',
    async (status) => {
      claimStatus = status;
      await connected({ signed: SIGNED });
      expect(claims).toHaveLength(1);
      expect(toasts()).toEqual([BONUS, CONNECTED]);
    },
  );

  it('shows no greeting if the referral request fails', async () => {
    claimStatus = 500;
    await expect(connected()).rejects.toThrow('500');
    expect(toasts()).toEqual([]);
    expect(goTo).not.toHaveBeenCalled();
  });

  it('shows no greeting and claims no referral if the wallet has disconnected', async () => {
    await connected({ isOn: () => false });
    expect(claims).toEqual([]);
    expect(toasts()).toEqual([]);
  });

  it('withdraws the greeting, but not the bonus, when the visitor disconnects', async () => {
    await connected();
    act(farewell);
    expect(toasts()).toEqual([BONUS]);
  });

  it.each([
    ['the visitor has opened another page', ABOUT, '/proof'],
    ['the page is the dashboard', '/dashboard', '/dashboard'],
  ])('does not leave the page when %s', async (_, from, path) => {
    history.replaceState(null, '', path);
    await connected({ from });
    expect(goTo).not.toHaveBeenCalled();
    expect(toasts()).toEqual([BONUS, CONNECTED]);
  });

  it('after silent reconnects, shows no greeting and sends the referral only once', async () => {
    claimStatus = 200;
    await connected({ from: null });
    await connected({ from: null });
    expect(claims).toHaveLength(1);
    expect(toasts()).toEqual([]);
  });
});
