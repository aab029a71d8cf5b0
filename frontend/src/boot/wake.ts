import { AWAKE } from '@/config/awake';
import { keepTaps } from '@/lib/kept-taps';
import { filesOf, prefetch, run } from './load-code';

/** What a visitor does with a page that they mean to use. Scrolling and reading need no code. */
const SIGNS_OF_INTENT = ['pointermove', 'pointerdown', 'keydown', 'focusin'];

/** How long after the app the wallet's code is fetched, in ms, so that it competes with nothing. */
const PREFETCH_DELAY_MS = 3_000;

const carryOutTaps = keepTaps(document);
let missing = filesOf('app-code');
let intended = false;

/**
 * Brings the page to life, once. When a file cannot be had the page stays what it is, complete and
 * with working links, and the next sign of intent asks for it again; so does one that came while it was on its way.
 */
export function wake(): void {
  const files = missing;
  missing = [];
  intended = files.length === 0;
  run(files, (file) => {
    missing.push(file);
    if (intended) wake();
  });
}

/** Wakes the page at the first sign of intent. */
export function wakeOnIntent(): void {
  for (const sign of SIGNS_OF_INTENT)
    addEventListener(sign, wake, { capture: true, passive: true });
  document.addEventListener(AWAKE, sleepNoMore, { once: true });
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
  setTimeout(() => prefetch(filesOf('wallet-code')), PREFETCH_DELAY_MS);
}
