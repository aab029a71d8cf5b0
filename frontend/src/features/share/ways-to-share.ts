import { showToast } from '@/features/toast/toast-store';

/** What stands beside a shared link, wherever it is shared. */
const SHARE_TITLE = 'Pyramidion (parody)';

const SHARE_TEXT =
  'I am required to recruit you into a pyramid scheme. It is a parody, it says so on every page, and nothing is for sale.';

/** Opens X with a post that says what the link is. */
export function shareOnX(link: string): string {
  return withQuery('https://x.com/intent/post', { text: SHARE_TEXT, url: link });
}

/** Opens Telegram with a message that says what the link is. */
export function shareOnTelegram(link: string): string {
  return withQuery('https://t.me/share/url', { url: link, text: SHARE_TEXT });
}

/** With spaces as %20: Telegram shows a plus as a plus. */
function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `${address}?${pairs.join('&')}`;
}

/** Whether this browser can open the share sheet of its device. */
export function canShareByPhone(): boolean {
  return 'share' in navigator;
}

/** Opens the share sheet with a referral link. Whoever closes it without sharing is told nothing. */
export async function shareByPhone(link: string): Promise<void> {
  try {
    await navigator.share({ title: SHARE_TITLE, text: SHARE_TEXT, url: link });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    console.error('The link was not shared', error);
    showToast({
      title: 'Not shared',
      description: 'Your device declined, on good advice. The link can still be copied.',
    });
  }
}
