import type { Refusal } from '@/features/session/sign-in-with';
import { formatSol, UNKNOWN } from '@/lib/format';

export interface Balances {
  /** In SOL; 0 if it is unread or unreadable. */
  readonly balance: number;
  /** In $SHARES; 0 if it is unread or unreadable. */
  readonly sharesBalance: number;
  /** `unread` requests a reading while the last one stays visible; `loading` is the first reading. */
  readonly balances: 'unread' | 'loading' | 'ready' | 'failed' | 'solFailed' | 'sharesFailed';
  /** Time of the reading on screen if it is old, because no Solana node answers; else null. */
  readonly readAt: Date | null;
}

/** A connected wallet (specification, section 3: "Wallet state"). */
export interface ConnectedWallet extends Balances {
  readonly status: 'connected';
  /** In base58. */
  readonly address: string;
  /** Always 0 (specification, section 3). */
  readonly pumpBalance: 0;
  /** True until the server has answered the sign-in and the referral of this connect. */
  readonly arriving: boolean;
}

/** Why no wallet is connected: Phantom or the visitor refused, the attempt failed, or the visitor cancelled it. */
export type DisconnectReason = Refusal | 'failed' | 'cancelled';

export interface Disconnected {
  readonly status: 'disconnected';
  readonly reason: DisconnectReason | null;
  /** True if the attempt asked for a signature. Without one, Phantom may still connect. */
  readonly canSkipSigning: boolean;
  /** Address (base58) that the visitor has just disconnected, for its letter of resignation; else null. */
  readonly resigned: string | null;
}

/** The stages after a click: fetching the challenge, Phantom's prompt, and its approval. */
export interface ConnectingWallet {
  readonly status: 'connecting';
  readonly stage: 'challenge' | 'prompt' | 'approved';
  /** As in {@link Disconnected}, once the attempt ends. */
  readonly canSkipSigning: boolean;
}

/** All states of the page's wallet. */
export type WalletState =
  | Disconnected
  /** Phantom is asked, without a prompt, whether it still trusts this page. */
  | { readonly status: 'reconnecting' }
  | ConnectingWallet
  /** The phone is about to open Phantom's in-app browser. */
  | { readonly status: 'redirecting' }
  | ConnectedWallet;

export const DISCONNECTED: Disconnected = {
  status: 'disconnected',
  reason: null,
  canSkipSigning: false,
  resigned: null,
};

/** Returns a connected wallet whose balances are not known yet. */
export function connectedTo(address: string, arriving = false): ConnectedWallet {
  return {
    status: 'connected',
    address,
    balance: 0,
    sharesBalance: 0,
    pumpBalance: 0,
    balances: 'unread',
    readAt: null,
    arriving,
  };
}

/** Returns the SOL balance to 4 decimals, or a dash until it is read. */
export function solText({ balance, balances }: Balances): string {
  return `${balances === 'unread' ? UNKNOWN : formatSol(balance)} SOL`;
}
