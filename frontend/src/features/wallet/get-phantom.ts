import { showToast } from '@/features/toast/toast-store';

/** Where a desktop visitor without Phantom gets it. */
const PHANTOM_DOWNLOAD_URL = 'https://phantom.app/';

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
 * Tells a visitor who tapped on a phone that this page opens in Phantom's in-app browser. The toast's link is for phones
 * that forget after a second that somebody tapped.
 *
 * @param referrer wallet whose referral link brought the visitor, or null
 * @returns the link, once it is time to follow it
 */
export async function announceRedirect(referrer: string | null): Promise<string> {
  const href = phantomBrowseLink(window.location.href, referrer);
  showToast({
    title: 'Opening Phantom',
    description:
      'Redirecting you to Phantom wallet... If nothing happens, please install Phantom from phantom.app.',
    link: { label: 'Open in Phantom', href },
  });
  await new Promise((resolve) => setTimeout(resolve, REDIRECT_DELAY_MS));
  return href;
}

/**
 * The link that opens a page in Phantom's in-app browser. That browser has a storage of its own, so
 * a referrer must travel inside the page's address; the outer `ref` is Phantom's own parameter.
 *
 * @param page address of the page to open
 * @param referrer wallet whose referral link brought the visitor, or null
 */
export function phantomBrowseLink(page: string, referrer: string | null): string {
  const target = new URL(page);
  if (referrer !== null) target.searchParams.set('ref', referrer);
  return `https://phantom.app/ul/browse/${encodeURIComponent(target.href)}?ref=${encodeURIComponent(target.origin)}`;
}

/** Tells the visitor that a connect they asked for has failed (specification, section 8). */
export function showConnectFailure(error: unknown): void {
  console.error('Could not connect', error);
  showToast({
    variant: 'destructive',
    title: 'Connection Failed',
    description: 'Could not connect to wallet. Please install Phantom from phantom.app.',
  });
}
