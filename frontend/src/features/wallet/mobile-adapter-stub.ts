import { EventEmitter, WalletReadyState } from '@solana/wallet-adapter-base';

/* Replaces the mobile wallet adapter in the bundle: WalletProvider imports it, and Phantom is the only wallet. */

/** The name by which WalletProvider knows the mobile wallet adapter. */
export const SolanaMobileWalletAdapterWalletName = 'Mobile Wallet Adapter';

/** WalletProvider adds it on Android by itself: it is never supported, so it never appears. */
export class SolanaMobileWalletAdapter extends EventEmitter {
  readonly name = SolanaMobileWalletAdapterWalletName;
  readonly readyState = WalletReadyState.Unsupported;
}

export const createDefaultAddressSelector = (): null => null;
export const createDefaultAuthorizationResultCache = (): null => null;
export const createDefaultWalletNotFoundHandler = (): null => null;
