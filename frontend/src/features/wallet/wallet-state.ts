import type { Refusal } from '@/features/session/sign-in-with';
import { formatSol, UNKNOWN } from '@/lib/format';

export interface Balances {
  /** In SOL; 0 until it is read and when it cannot be read. */
  readonly balance: number;
  /** In $SHARES; 0 until it is read and when it cannot be read. */
  readonly sharesBalance: number;
  /** Unread: for the first time they are still on their way. Else whether both were read, or which was not. */
  readonly balances: 'unread' | 'loading' | 'ready' | 'failed' | 'solFailed' | 'sharesFailed';
  /** When they were read, where no node of Solana answers now; else null. */
  readonly readAt: Date | null;
}

/** A wallet that Phantom has let this page see (specification, section 3: "Wallet state"). */
export interface ConnectedWallet extends Balances {
  readonly status: 'connected';
  /** Base58. */
  readonly address: string;
  /** Always 0 (specification, section 3). */
  readonly pumpBalance: 0;
}

export interface Disconnected {
  readonly status: 'disconnected';
  /** Who said no, or that the code did not come for a wallet that is remembered; null when there is nothing to say. */
  readonly reason: Refusal | 'unloaded' | null;
}

/** Every state that the wallet of this page can be in. */
export type WalletState =
  | Disconnected
  /** Looking, silently, whether Phantom still trusts this page. */
  | { readonly status: 'reconnecting' }
  /** A visitor clicked: the server is asked for what is to be signed, Phantom's prompt is open, or they have approved. */
  | { readonly status: 'connecting'; readonly stage: 'challenge' | 'prompt' | 'approved' }
  /** A phone is on its way to Phantom's in-app browser. */
  | { readonly status: 'redirecting' }
  | ConnectedWallet;

export const DISCONNECTED: Disconnected = { status: 'disconnected', reason: null };

/** A wallet of whose balances nothing is known yet. */
export function connectedTo(address: string): ConnectedWallet {
  return {
    status: 'connected',
    address,
    balance: 0,
    sharesBalance: 0,
    pumpBalance: 0,
    balances: 'unread',
    readAt: null,
  };
}

/** The SOL balance to 4 decimals, or a dash until it is read. */
export function solText({ balance, balances }: Balances): string {
  return `${balances === 'unread' ? UNKNOWN : formatSol(balance)} SOL`;
}
