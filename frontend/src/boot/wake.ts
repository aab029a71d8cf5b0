import { keepTaps } from '@/lib/kept-taps';
import { prefetchWallet } from './prefetch-wallet';

/** What a visitor does with a page that they mean to use. Scrolling and reading need no code. */
const SIGNS_OF_INTENT = ['pointermove', 'pointerdown', 'keydown', 'focusin'];

/** How long after the page the wallet's code is fetched, in ms, so that it competes with nothing. */
const PREFETCH_DELAY_MS = 3_000;

const carryOutTaps = keepTaps(document);

let awake: Promise<void> | null = null;

/**
 * Brings the page to life, once. When its code cannot be had the page stays what it is, complete and
 * with working links, and the next sign of intent tries again.
 */
export function wake(): void {
  awake ??= import(/* webpackChunkName: "main" */ '../main')
    .then(({ hydrate }) => hydrate())
    .then(sleepNoMore, (error: unknown) => {
      awake = null;
      console.error('The page could not be brought to life', error);
    });
}

export function wakeOnIntent(): void {
  for (const sign of SIGNS_OF_INTENT)
    addEventListener(sign, wake, { capture: true, passive: true });
}

/** Wakes the page once it has loaded and the browser has nothing better to do. */
export function wakeWhenIdle(): void {
  addEventListener('load', () => {
    if ('requestIdleCallback' in window) requestIdleCallback(wake);
    else setTimeout(wake);
  });
}

function sleepNoMore(): void {
  for (const sign of SIGNS_OF_INTENT) removeEventListener(sign, wake, { capture: true });
  carryOutTaps();
  setTimeout(prefetchWallet, PREFETCH_DELAY_MS);
}
