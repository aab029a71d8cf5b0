import { describe, expect, it } from '@jest/globals';
import { DISCONNECTED, walletReducer, type WalletEvent, type WalletState } from './wallet-state';

const ALICE = 'Alice';
const BOB = 'Bob';
const answer = Promise.resolve(null);
const CONNECTING: WalletEvent = { type: 'connecting', stage: 'challenge', from: '/', answer };

function after(...events: WalletEvent[]): WalletState {
  return events.reduce(walletReducer, DISCONNECTED);
}

function read(address: string): WalletEvent {
  return {
    type: 'balances-read',
    address,
    balances: { balance: 1.5, sharesBalance: 42, status: 'ready' },
  };
}

describe('the wallet', () => {
  it('goes from disconnected to connected on a successful connect, with nothing known of its balances', () => {
    expect(after(CONNECTING, { type: 'connected', address: ALICE })).toEqual({
      status: 'connected',
      address: ALICE,
      balance: 0,
      sharesBalance: 0,
      pumpBalance: 0,
      balances: 'loading',
    });
  });

  it('forgets address and balances when it is disconnected', () => {
    const state = after({ type: 'connected', address: ALICE }, read(ALICE), {
      type: 'disconnected',
    });
    expect(state).toEqual(DISCONNECTED);
  });

  it('keeps its balances when the same account is announced twice', () => {
    const state = after({ type: 'connected', address: ALICE }, read(ALICE), {
      type: 'connected',
      address: ALICE,
    });
    expect(state).toMatchObject({ balance: 1.5, sharesBalance: 42, pumpBalance: 0 });
  });

  it('starts from zero when the account is switched', () => {
    const state = after({ type: 'connected', address: ALICE }, read(ALICE), {
      type: 'connected',
      address: BOB,
    });
    expect(state).toMatchObject({ address: BOB, balance: 0, balances: 'loading' });
  });

  it('takes no balances of an account that was left in the meantime', () => {
    const state = after(
      { type: 'connected', address: ALICE },
      { type: 'connected', address: BOB },
      read(ALICE),
    );
    expect(state).toMatchObject({ address: BOB, balance: 0 });
  });

  it('shows the old balances while new ones are fetched', () => {
    const state = after({ type: 'connected', address: ALICE }, read(ALICE), {
      type: 'balances-requested',
    });
    expect(state).toMatchObject({ balance: 1.5, balances: 'loading' });
  });

  it.each<WalletEvent>([CONNECTING, { type: 'reconnecting' }, { type: 'redirecting' }])(
    'is disconnected again when it gave up while $type',
    (event) => {
      expect(after(event).status).toBe(event.type);
      expect(after(event, { type: 'gave-up' })).toEqual(DISCONNECTED);
    },
  );

  it('keeps to what the visitor clicked when it would also look by itself', () => {
    expect(after(CONNECTING, { type: 'reconnecting' })).toEqual(after(CONNECTING));
  });

  it('goes on with the newest attempt when the one before it fails', () => {
    const attempt = after({ type: 'reconnecting' });
    const replaced = walletReducer(attempt, CONNECTING);
    expect(walletReducer(replaced, { type: 'gave-up', attempt })).toBe(replaced);
    expect(walletReducer(attempt, { type: 'gave-up', attempt })).toEqual(DISCONNECTED);
  });

  it('says when Phantom has been asked, and is in the same attempt then', () => {
    const attempt = after(CONNECTING);
    const asked = walletReducer(attempt, { type: 'asked', answer });
    expect(asked).toMatchObject({ status: 'connecting', stage: 'prompt' });
    expect(walletReducer(asked, { type: 'gave-up', attempt })).toEqual(DISCONNECTED);
    expect(walletReducer(attempt, { type: 'asked', answer: Promise.resolve(null) })).toBe(attempt);
  });

  it('is not torn from a connected wallet by an attempt that ends late', () => {
    const state = after(
      { type: 'connected', address: ALICE },
      { type: 'reconnecting' },
      { type: 'gave-up' },
    );
    expect(state).toMatchObject({ status: 'connected', address: ALICE });
  });
});
