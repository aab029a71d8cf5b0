import { showToast } from '@/features/toast/toast-store';
import { SHARE_TEXT, SHARE_TITLE } from './share-texts';

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
