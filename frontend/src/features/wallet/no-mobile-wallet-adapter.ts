import { EventEmitter, WalletReadyState } from '@solana/wallet-adapter-base';

/** The name by which WalletProvider knows the mobile wallet adapter. */
export const SolanaMobileWalletAdapterWalletName = 'Mobile Wallet Adapter';

/**
 * Stands in for the mobile wallet adapter that WalletProvider adds on Android by itself: it is never
 * supported, so it never appears. Phantom is the only wallet here.
 */
export class SolanaMobileWalletAdapter extends EventEmitter {
  readonly name = SolanaMobileWalletAdapterWalletName;
  readonly readyState = WalletReadyState.Unsupported;
}

export function createDefaultAddressSelector(): null {
  return null;
}

export function createDefaultAuthorizationResultCache(): null {
  return null;
}

export function createDefaultWalletNotFoundHandler(): null {
  return null;
}
