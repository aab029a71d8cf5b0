import { isPhoneOutsidePhantom } from './expected-wallet';
import type { WalletState } from './wallet-state';

const TEXTS = {
  disconnected: 'One signature, no transaction. We then read your balance.',
  resigned: 'You have resigned. We wrote the letter for you.',
  declined: 'You declined. Nothing was signed and nothing was read. Keep the habit.',
  misaddressed:
    'Phantom takes no sign-in for this address. Open the site by its own name, and connect there.',
  broken: 'Something in Phantom broke, and it was not you. Unlock or restart it, then try again.',
  blocked:
    'Phantom has this site on its list of suspects. A pyramid scheme can hardly complain. Nothing was asked.',
  failed:
    'That did not work, and nothing was signed. Check your connection and Phantom, then try again.',
  cancelled: 'You stopped waiting. If Phantom still shows its window, close it there.',
  reconnecting: 'Looking for the wallet you used last time.',
  challenge: 'Fetching the sentence that Phantom will show you.',
  prompt: 'Phantom is asking you. We will wait out here.',
  approved: 'You said yes. Give us a moment to take it in.',
  redirecting: 'On the way to Phantom.',
  arriving: 'Connected. Our server is writing you down.',
};

/** Describes the progress of connecting; empty once a wallet is connected and no longer `arriving`. */
export function connectText(wallet: WalletState): string {
  if (wallet.status === 'connecting') return TEXTS[wallet.stage];
  if (wallet.status === 'disconnected') {
    return TEXTS[wallet.resigned === null ? (wallet.reason ?? 'disconnected') : 'resigned'];
  }
  if (wallet.status === 'connected') return wallet.arriving ? TEXTS.arriving : '';
  return TEXTS[wallet.status];
}

/**
 * Describes the progress of connecting in a browser without Phantom. There Connect opens Phantom's download page or its
 * app.
 */
export function textWithoutPhantom(wallet: WalletState): string {
  if (wallet.status !== 'disconnected' || wallet.reason !== null || wallet.resigned !== null) {
    return connectText(wallet);
  }
  return isPhoneOutsidePhantom(navigator)
    ? 'Connecting opens this page inside the Phantom app.'
    : 'Phantom is not in this browser. Connecting opens phantom.app in a new tab.';
}
