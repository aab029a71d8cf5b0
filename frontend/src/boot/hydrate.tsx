import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from '@/app';
import { invitationOfPage, settingsOfPage } from '@/config/settings';
import { readLink } from '@/features/referral/referrer-memory';
import { loadCode } from '@/lib/load-code';
import { whenOpened } from '@/lib/prerender';
import { preloadScreen } from '@/routes/routes';
import { HYDRATED, RENDERED_ANEW } from './event-replay';

const SIGNS_OF_INTENT = ['pointerover', 'pointerdown', 'focusin'];

/**
 * Hydrates the page in a transition, so that it keeps responding. React then handles clicks even on parts that are not
 * hydrated yet.
 */
export async function hydratePage(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element');
  await loadCode(() => preloadScreen(window.location.pathname));
  whenOpened(readLink);
  startTransition(() => {
    hydrateRoot(
      root,
      <BrowserRouter>
        <App settings={settingsOfPage(document)} invitation={invitationOfPage(document)} />
      </BrowserRouter>,
      { onRecoverableError: handleMismatch },
    );
  });
  for (const sign of SIGNS_OF_INTENT) addEventListener(sign, preloadTarget, { passive: true });
  document.dispatchEvent(new Event(HYDRATED));
}

/** Runs after React has replaced elements that it could not hydrate, such as those that an extension had changed. */
function handleMismatch(error: unknown): void {
  reportError(error);
  setTimeout(() => document.dispatchEvent(new Event(RENDERED_ANEW)));
}

const preloaded = new Set<string>();

/** Preloads the screen of a link. Ignores a failure, because a click on the link retries. */
function preloadTarget({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.origin !== window.location.origin || preloaded.has(link.pathname)) return;
  preloaded.add(link.pathname);
  preloadScreen(link.pathname).catch(() => undefined);
}
