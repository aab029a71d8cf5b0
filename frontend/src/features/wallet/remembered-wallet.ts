import { browserStorage } from '@/lib/storage';
import { PHANTOM } from './phantom-identity';

/** Our own key: under the library's default one, another app on the same host would choose our wallet. */
export const REMEMBERED_WALLET_KEY = 'pyramidion.wallet';

/** Whether this browser was connected when it was last here. */
export function isWalletRemembered(): boolean {
  return browserStorage.read(REMEMBERED_WALLET_KEY) === JSON.stringify(PHANTOM);
}
