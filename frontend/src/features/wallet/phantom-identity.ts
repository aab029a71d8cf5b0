import type { WalletName } from '@solana/wallet-adapter-base';

/** The name under which Phantom registers itself. */
export const PHANTOM = 'Phantom' as WalletName<'Phantom'>;

/** Whether a browser is the one inside the Phantom app, by its user agent. */
export function isPhantomBrowser(userAgent: string): boolean {
  return userAgent.includes('Phantom/');
}
