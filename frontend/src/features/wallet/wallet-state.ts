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
  /** True until the server has answered the sign-in and the referral that follow a connect. */
  readonly arriving: boolean;
}

/** Why no wallet is connected: Phantom or the visitor refused, the attempt failed, or the visitor cancelled it. */
export type DisconnectReason = Refusal | 'failed' | 'cancelled';

export interface Disconnected {
  readonly status: 'disconnected';
  readonly reason: DisconnectReason | null;
  /** True if the attempt asked for a signature, without which Phantom may still connect. */
  readonly canSkipSigning: boolean;
}

/** A visitor clicked: the challenge is being fetched, Phantom's prompt is open, or the visitor has approved. */
export interface ConnectingWallet {
  readonly status: 'connecting';
  readonly stage: 'challenge' | 'prompt' | 'approved';
  /** As in {@link Disconnected}, once the attempt ends. */
  readonly canSkipSigning: boolean;
}

/** Every state that the wallet of this page can be in. */
export type WalletState =
  | Disconnected
  /** Asking Phantom, without a prompt, whether it still trusts this page. */
  | { readonly status: 'reconnecting' }
  | ConnectingWallet
  /** A phone is on its way to Phantom's in-app browser. */
  | { readonly status: 'redirecting' }
  | ConnectedWallet;

export const DISCONNECTED: Disconnected = {
  status: 'disconnected',
  reason: null,
  canSkipSigning: false,
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

/** The SOL balance to 4 decimals, or a dash until it is read. */
export function solText({ balance, balances }: Balances): string {
  return `${balances === 'unread' ? UNKNOWN : formatSol(balance)} SOL`;
}
