import { tabStorage } from '@/lib/storage';

const KEY = 'pyramidion.referrer';

/** Keeps the `ref` of a referral link for the tab's session, so that it still counts after looking around. */
export function rememberReferrer(search: string): void {
  const referrer = new URLSearchParams(search).get('ref');
  if (referrer) tabStorage.write(KEY, referrer);
}

/** The wallet whose referral link opened this tab, or null. */
export function rememberedReferrer(): string | null {
  return tabStorage.read(KEY);
}

/** Once the server has answered, the same referral need not be sent again. */
export function forgetReferrer(): void {
  tabStorage.remove(KEY);
}
