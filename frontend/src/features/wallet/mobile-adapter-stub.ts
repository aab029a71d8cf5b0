import { EventEmitter, WalletReadyState } from '@solana/wallet-adapter-base';

/* Replaces the mobile wallet adapter that WalletProvider imports, because this app connects only Phantom. */

export const SolanaMobileWalletAdapterWalletName = 'Mobile Wallet Adapter';

/** WalletProvider may add this adapter on Android, but does not offer it, because it is unsupported. */
export class SolanaMobileWalletAdapter extends EventEmitter {
  readonly name = SolanaMobileWalletAdapterWalletName;
  readonly readyState = WalletReadyState.Unsupported;
}

export const createDefaultAddressSelector = (): null => null;
export const createDefaultAuthorizationResultCache = (): null => null;
export const createDefaultWalletNotFoundHandler = (): null => null;
