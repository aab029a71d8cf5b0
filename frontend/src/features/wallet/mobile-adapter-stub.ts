import { EventEmitter, WalletReadyState } from '@solana/wallet-adapter-base';

/* Replaces the mobile wallet adapter, which WalletProvider imports, with a stub: Phantom is the only wallet here. */

/** The name that WalletProvider expects. */
export const SolanaMobileWalletAdapterWalletName = 'Mobile Wallet Adapter';

/** A stub of the adapter that WalletProvider adds on Android. It says that it is unsupported, so it never appears. */
export class SolanaMobileWalletAdapter extends EventEmitter {
  readonly name = SolanaMobileWalletAdapterWalletName;
  readonly readyState = WalletReadyState.Unsupported;
}

export const createDefaultAddressSelector = (): null => null;
export const createDefaultAuthorizationResultCache = (): null => null;
export const createDefaultWalletNotFoundHandler = (): null => null;
