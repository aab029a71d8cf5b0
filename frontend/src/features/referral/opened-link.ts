import { tabStorage } from '@/lib/storage';

const KEY = 'pyramidion.link';

/** Returns path, query and fragment of this page. */
export function openedLink(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

/**
 * Keeps the address of this page if it may name a referrer. The first script of a page is too small to parse it, and the
 * visitor may leave before the app has.
 */
export function keepLink(): void {
  const link = openedLink();
  if (/ref|^\/r\//i.test(link)) tabStorage.write(KEY, link);
}

/** Returns the last address that was kept, or this page's where the browser keeps nothing, and forgets it. */
export function popLink(): string {
  const link = tabStorage.read(KEY) ?? openedLink();
  tabStorage.remove(KEY);
  return link;
}
