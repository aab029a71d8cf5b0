import type { Dispatch } from 'react';
import { rememberedReferrer } from '@/features/referral/referrer-memory';
import { showToast } from '@/features/toast/toast-store';
import { PHANTOM_DOWNLOAD_URL, phantomBrowseLink } from './phantom';
import type { WalletEvent } from './wallet-state';

/** How long the toast stands before the phone is sent to Phantom, in ms (specification, section 8). */
const REDIRECT_DELAY_MS = 1_500;

/**
 * Opens Phantom's download site in a new tab.
 *
 * @returns the error that a connect without Phantom ends with (specification, section 5)
 */
export function openPhantomDownload(): Error {
  window.open(PHANTOM_DOWNLOAD_URL, '_blank', 'noopener');
  return new Error('Please install Phantom wallet!');
}

/**
 * Sends a phone whose visitor tapped to this page in Phantom's in-app browser. The toast's link is for
 * phones that forget after a second that somebody tapped.
 */
export function openInPhantom(dispatch: Dispatch<WalletEvent>): void {
  const href = phantomBrowseLink(window.location.href, rememberedReferrer());
  showToast({
    title: 'Opening Phantom',
    description:
      'Redirecting you to Phantom wallet... If nothing happens, please install Phantom from phantom.app.',
    link: { label: 'Open in Phantom', href },
  });
  dispatch({ type: 'redirecting' });
  setTimeout(() => {
    dispatch({ type: 'gave-up' });
    window.location.assign(href);
  }, REDIRECT_DELAY_MS);
}
