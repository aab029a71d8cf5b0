import type { WalletState } from './wallet-state';

/** A visitor clicked, or the page looks by itself whether Phantom still trusts it. */
export type AttemptKind = 'click' | 'silent';

/** Which kind of attempt to connect a wallet is in the middle of, or null. */
export function attemptKind({ status }: WalletState): AttemptKind | null {
  if (status === 'connecting') return 'click';
  return status === 'reconnecting' ? 'silent' : null;
}
