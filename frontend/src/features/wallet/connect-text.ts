import type { WalletState } from './wallet-state';

const TEXTS = {
  disconnected: 'One signature, no transaction. We then read your balance.',
  declined: 'You declined. Nothing was signed and nothing was read. Keep the habit.',
  unloaded:
    'Our code for the wallet you used last time did not arrive. Connect to ask for it again.',
  reconnecting: 'Looking for the wallet you used last time.',
  challenge: 'Fetching the sentence that Phantom will show you.',
  prompt: 'Phantom is asking you. We will wait out here.',
  redirecting: 'On the way to Phantom.',
};

/** What connecting does, or how it goes, in a sentence beside the button. */
export function connectText(wallet: Exclude<WalletState, { status: 'connected' }>): string {
  if (wallet.status === 'connecting') return TEXTS[wallet.stage];
  if (wallet.status === 'disconnected') return TEXTS[wallet.reason ?? 'disconnected'];
  return TEXTS[wallet.status];
}
