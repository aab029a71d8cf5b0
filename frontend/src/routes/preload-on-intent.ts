import { preloadScreen } from './routes';

/** What is done to a link just before it is followed. */
const SIGNS_OF_INTENT = ['pointerover', 'pointerdown', 'focusin'];

/** Fetches the code of a screen while the visitor makes for a link to it. */
export function preloadOnIntent(): void {
  for (const sign of SIGNS_OF_INTENT) addEventListener(sign, preloadTarget, { passive: true });
}

function preloadTarget({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.origin !== window.location.origin) return;
  // Whoever follows the link all the same waits for its page, or gets it anew.
  preloadScreen(link.pathname).catch(() => undefined);
}
