import { EventEmitter, WalletReadyState } from '@solana/wallet-adapter-base';

/*
 * Replaces the mobile wallet adapter, which WalletProvider imports. It stays out of the bundle, because Phantom is the
 * only wallet.
 */

/** The name that WalletProvider expects. */
export const SolanaMobileWalletAdapterWalletName = 'Mobile Wallet Adapter';

/** Stands in for the adapter that WalletProvider adds on Android. It is unsupported, so it never appears. */
export class SolanaMobileWalletAdapter extends EventEmitter {
  readonly name = SolanaMobileWalletAdapterWalletName;
  readonly readyState = WalletReadyState.Unsupported;
}

export const createDefaultAddressSelector = (): null => null;
export const createDefaultAuthorizationResultCache = (): null => null;
export const createDefaultWalletNotFoundHandler = (): null => null;
