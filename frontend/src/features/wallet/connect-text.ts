import type { WalletContextState } from '@solana/wallet-adapter-react';
import { isPhoneOutsidePhantom } from './phantom';
import type { ConnectState } from './use-connect';

const TEXTS = {
  disconnected: 'One signature, no transaction. We then read your balance.',
  resigned: 'You have resigned. Your notice period is over.',
  declined: 'You declined. Nothing was signed and nothing was read. Keep the habit.',
  broken: 'Something in Phantom broke, and it was not you. Unlock or restart it, then try again.',
  blocked:
    'Phantom has this site on its list of suspects. A pyramid scheme can hardly complain. Nothing was asked.',
  failed:
    'That did not work, and we got no signature. Check your connection and Phantom, then try again.',
  cancelled: 'You stopped waiting. If Phantom still shows its window, close it there.',
  reconnecting: 'Looking for the wallet you used last time.',
  challenge: 'Fetching the sentence that Phantom will show you.',
  prompt: 'Phantom is asking you. We will wait out here.',
  approved: 'You said yes. Give us a moment to take it in.',
  redirecting: 'On the way to Phantom.',
  arriving: 'Connected. Our server is writing you down.',
};

/** Returns the text about connecting; empty if a wallet is connected and no attempt is under way. */
export function connectText(
  { stage, reason }: ConnectState,
  { connected, connecting }: Pick<WalletContextState, 'connected' | 'connecting'>,
  origin: string,
): string {
  if (stage !== 'idle') return TEXTS[stage];
  if (connected) return '';
  if (connecting) return TEXTS.reconnecting;
  if (reason === 'misaddressed') {
    const host = origin.replace(/^https?:\/\//, '');
    return `Phantom refuses this address. Open ${host} and connect there.`;
  }
  return TEXTS[reason ?? 'disconnected'];
}

export function textWithoutPhantom(): string {
  return isPhoneOutsidePhantom(navigator)
    ? 'Connecting opens this page inside the Phantom app.'
    : 'Phantom is not in this browser. Connecting opens phantom.app in a new tab.';
}
