import type { SignInRequestBody } from '@backend/sign-in/sign-in.schema';

/** How the reading of a connected wallet's balances goes. */
export type BalancesStatus = 'loading' | 'ready' | 'failed';

/** A wallet that Phantom has let this page see (specification, section 3: "Wallet state"). */
export interface ConnectedWallet {
  readonly status: 'connected';
  /** Base58. */
  readonly address: string;
  /** In SOL; 0 until it is known and when it cannot be read. */
  readonly balance: number;
  /** In $SHARES; 0 until it is known and when it cannot be read. */
  readonly sharesBalance: number;
  /** Always 0 (specification, section 3). */
  readonly pumpBalance: 0;
  readonly balances: BalancesStatus;
}

/** No wallet; `declined` when that is what the visitor said to Phantom last. */
export interface Disconnected {
  readonly status: 'disconnected';
  readonly declined: boolean;
}

/** A visitor clicked. */
export interface Connecting {
  readonly status: 'connecting';
  /** The server is asked for what is to be signed, or Phantom's prompt is open. */
  readonly stage: 'challenge' | 'prompt';
  /** Path of the screen on which they clicked. */
  readonly from: string;
  /** What the visitor signs with it, null for a plain connect; rejects when they decline. */
  readonly answer: Promise<SignInRequestBody | null>;
}

/** Every state that the wallet of this page can be in. */
export type WalletState =
  | Disconnected
  /** Looking, silently, whether Phantom still trusts this page. */
  | { readonly status: 'reconnecting' }
  | Connecting
  /** A phone is on its way to Phantom's in-app browser. */
  | { readonly status: 'redirecting' }
  | ConnectedWallet;

export interface Balances {
  readonly balance: number;
  readonly sharesBalance: number;
  readonly status: BalancesStatus;
}

export type WalletEvent =
  | { readonly type: 'reconnecting' | 'redirecting' | 'disconnected' }
  | ({ readonly type: 'connecting' } & Omit<Connecting, 'status'>)
  | { readonly type: 'asked'; readonly answer: Connecting['answer'] }
  /** Only the attempt that is named ends, when one is: it may have been replaced since. */
  | { readonly type: 'gave-up'; readonly attempt?: WalletState; readonly declined?: boolean }
  | { readonly type: 'connected'; readonly address: string }
  | { readonly type: 'balances-requested' }
  | { readonly type: 'balances-read'; readonly address: string; readonly balances: Balances };

export const DISCONNECTED: WalletState = { status: 'disconnected', declined: false };

/** The one place that changes the wallet's state. */
export function walletReducer(state: WalletState, event: WalletEvent): WalletState {
  switch (event.type) {
    case 'reconnecting':
      return state.status === 'disconnected' ? { status: 'reconnecting' } : state;
    case 'connecting':
      return state.status === 'connected' ? state : connecting(event);
    case 'asked':
      return state.status === 'connecting' && state.answer === event.answer
        ? { ...state, stage: 'prompt' }
        : state;
    case 'redirecting':
      return state.status === 'connected' ? state : { status: 'redirecting' };
    case 'gave-up':
      return state.status === 'connected' || !isSameAttempt(event.attempt ?? state, state)
        ? state
        : { status: 'disconnected', declined: event.declined ?? false };
    case 'disconnected':
      return state.status === 'connected' ? DISCONNECTED : state;
    case 'connected':
      return connectedTo(state, event.address);
    case 'balances-requested':
      return state.status === 'connected' ? { ...state, balances: 'loading' } : state;
    case 'balances-read':
      return withBalances(state, event.address, event.balances);
  }
}

/** Whether two states belong to the same attempt to connect. */
export function isSameAttempt(one: WalletState, other: WalletState): boolean {
  if (one.status !== 'connecting' || other.status !== 'connecting') return one === other;
  return one.answer === other.answer;
}

function connecting({ stage, from, answer }: Omit<Connecting, 'status'>): Connecting {
  return { status: 'connecting', stage, from, answer };
}

function connectedTo(state: WalletState, address: string): WalletState {
  if (state.status === 'connected' && state.address === address) return state;
  return {
    status: 'connected',
    address,
    balance: 0,
    sharesBalance: 0,
    pumpBalance: 0,
    balances: 'loading',
  };
}

/** Balances that arrive late may belong to an account that the visitor has left since. */
function withBalances(state: WalletState, address: string, balances: Balances): WalletState {
  if (state.status !== 'connected' || state.address !== address) return state;
  const { balance, sharesBalance, status } = balances;
  return { ...state, balance, sharesBalance, balances: status };
}
