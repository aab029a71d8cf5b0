import type { WalletName } from '@solana/wallet-adapter-base';
import { browserStorage } from '@/lib/storage';

/** The name under which Phantom registers itself. */
export const PHANTOM = 'Phantom' as WalletName<'Phantom'>;

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

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/**
 * Whether to send a visitor without Phantom to its in-app browser (specification, section 5). An iPad
 * that calls itself a Macintosh is told by its touch screen. Phantom's own browser is where one
 * would be sent, so it never counts.
 */
export function isPhoneOutsidePhantom(device: Device): boolean {
  if (device.userAgent.includes('Phantom/')) return false;
  if (/iPhone|iPad|iPod|Android/i.test(device.userAgent)) return true;
  return device.userAgent.includes('Macintosh') && device.maxTouchPoints > 1;
}
