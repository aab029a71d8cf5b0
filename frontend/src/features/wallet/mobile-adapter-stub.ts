import { EventEmitter, WalletReadyState } from '@solana/wallet-adapter-base';

/* Replaces the mobile wallet adapter, which WalletProvider imports, with a stub: Phantom is the only wallet here. */

/** The name that WalletProvider expects. */
export const SolanaMobileWalletAdapterWalletName = 'Mobile Wallet Adapter';

/** On Android, WalletProvider adds this adapter, but does not offer it, because it is unsupported. */
export class SolanaMobileWalletAdapter extends EventEmitter {
  readonly name = SolanaMobileWalletAdapterWalletName;
  readonly readyState = WalletReadyState.Unsupported;
}

export const createDefaultAddressSelector = (): null => null;
export const createDefaultAuthorizationResultCache = (): null => null;
export const createDefaultWalletNotFoundHandler = (): null => null;
