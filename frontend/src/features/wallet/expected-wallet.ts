import type { WalletName } from '@solana/wallet-adapter-base';
import { browserStorage } from '@/lib/storage';

/** The name under which Phantom registers itself. */
export const PHANTOM = 'Phantom' as WalletName<'Phantom'>;

const KEY = 'pyramidion.wallet';

/** True if a wallet was connected when this browser last visited. */
export function isWalletRemembered(): boolean {
  return browserStorage.read(KEY) === JSON.stringify(PHANTOM);
}

/** Remembers that a wallet is connected, so that the next page reconnects it. */
export function rememberWallet(): void {
  browserStorage.write(KEY, JSON.stringify(PHANTOM));
}

/** Forgets the wallet, so that the next page does not reconnect it. */
export function forgetWallet(): void {
  browserStorage.remove(KEY);
}

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/**
 * True if Connect should open Phantom's in-app browser (specification, section 5); always false inside that browser. An
 * iPad that calls itself a Macintosh is recognised by its touch screen.
 */
export function isPhoneOutsidePhantom(device: Device): boolean {
  if (device.userAgent.includes('Phantom/')) return false;
  if (/iPhone|iPad|iPod|Android/i.test(device.userAgent)) return true;
  return device.userAgent.includes('Macintosh') && device.maxTouchPoints > 1;
}
