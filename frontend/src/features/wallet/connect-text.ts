import type { WalletState } from './wallet-state';

const TEXTS = {
  disconnected: 'One signature, no transaction. We then read your balance.',
  declined: 'You declined. Nothing was signed and nothing was read. Keep the habit.',
  misaddressed:
    'Phantom takes no sign-in for this address. Open the site by its own name, and connect there.',
  broken: 'Something in Phantom broke, and it was not you. Unlock or restart it, then try again.',
  blocked:
    'Phantom has this site on its list of suspects. A pyramid scheme can hardly complain. Nothing was asked.',
  unloaded:
    'Our code for the wallet you used last time did not arrive. Connect to ask for it again.',
  reconnecting: 'Looking for the wallet you used last time.',
  challenge: 'Fetching the sentence that Phantom will show you.',
  prompt: 'Phantom is asking you. We will wait out here.',
  approved: 'You said yes. Give us a moment to take it in.',
  redirecting: 'On the way to Phantom.',
};

/** What connecting does, or how it goes, in a sentence beside the button. */
export function connectText(wallet: Exclude<WalletState, { status: 'connected' }>): string {
  if (wallet.status === 'connecting') return TEXTS[wallet.stage];
  if (wallet.status === 'disconnected') return TEXTS[wallet.reason ?? 'disconnected'];
  return TEXTS[wallet.status];
}
