import { EventEmitter, WalletReadyState } from '@solana/wallet-adapter-base';

/*
 * What stands in the browser's bundle for packages that others bring along and nothing here uses: the mobile wallet
 * adapter, since Phantom is the only wallet, and the client of a node's websocket, since all is asked over HTTP.
 */

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

/** Every Connection has one, and listens to it: it never connects, so nothing is heard. */
export class CommonClient extends EventEmitter {}

/** @throws Error always: nothing opens a websocket here */
export function WebSocket(): never {
  throw new Error('nothing is subscribed to here');
}
