import { browserStorage } from '@/lib/storage';
import { PHANTOM } from './phantom-identity';

const KEY = 'pyramidion.wallet';

/** Whether this browser was connected when it was last here. */
export function isWalletRemembered(): boolean {
  return browserStorage.read(KEY) === JSON.stringify(PHANTOM);
}

/** Remembers a wallet that has connected, for the next page. */
export function rememberWallet(): void {
  browserStorage.write(KEY, JSON.stringify(PHANTOM));
}

/** Once the wallet is disconnected the next page does not look for it. */
export function forgetWallet(): void {
  browserStorage.remove(KEY);
}
