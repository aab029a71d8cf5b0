import { tabStorage } from '@/lib/storage';

const KEY = 'pyramidion.link';

/** Returns the path, query and hash of this page. */
export function openedLink(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

/**
 * Stores the path, query and hash of this page if they may name a referrer, because the visitor may open another page
 * before the app has loaded. Does not parse them, because the boot script must stay small.
 */
export function keepLink(): void {
  const link = openedLink();
  if (/ref|^\/r\//i.test(link)) tabStorage.write(KEY, link);
}

/** Removes and returns the stored path, query and hash; null if none are stored. */
export function popLink(): string | null {
  const link = tabStorage.read(KEY);
  tabStorage.remove(KEY);
  return link;
}
