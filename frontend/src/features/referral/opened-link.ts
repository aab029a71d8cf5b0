import { tabStorage } from '@/lib/storage';

const KEY = 'pyramidion.link';

function openedLink(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

/**
 * Stores the URL of this page if it may name a referrer, since the visitor may open another page before the app is
 * loaded. The app parses the URL, because the boot script must stay small.
 */
export function keepLink(): void {
  const link = openedLink();
  if (/ref|^\/r\//i.test(link)) tabStorage.write(KEY, link);
}

/** Removes and returns the stored URL, or returns the URL of this page if none is stored. */
export function popLink(): string {
  const link = tabStorage.read(KEY) ?? openedLink();
  tabStorage.remove(KEY);
  return link;
}
