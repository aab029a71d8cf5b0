import type { ComponentProps, MouseEvent } from 'react';
import { showToast } from './toast-store';

/** How long a browser may take to open another tab, in ms. */
const OPENING_MS = 1_500;

const SIGNS_OF_ANOTHER_TAB = ['blur', 'pagehide', 'visibilitychange'];

/** A link to another tab: where none opens, as in a wallet's browser, a toast offers the link for this one. */
export function NewTabLink({ href, children, ...props }: ComponentProps<'a'>) {
  return (
    <a {...props} href={href} target="_blank" rel="noopener" onClick={watchOpening}>
      {children}
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

function watchOpening(event: MouseEvent<HTMLAnchorElement>): void {
  // These open a tab behind this one.
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { href } = event.currentTarget;
  const opened = new AbortController();
  for (const sign of SIGNS_OF_ANOTHER_TAB) {
    addEventListener(sign, () => opened.abort(), { signal: opened.signal, capture: true });
  }
  setTimeout(() => {
    if (opened.signal.aborted) return;
    opened.abort();
    // An open dialog would lie over the toast.
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
    showToast({
      title: 'Nothing opened?',
      description: 'This browser may keep to one page. From there, back leads here again.',
      link: { label: 'Open it here', href },
    });
  }, OPENING_MS);
}
