declare global {
  interface Document {
    /** True while a browser renders a page that the visitor may never open. */
    readonly prerendering?: boolean;
  }
}

/**
 * Calls back now or, in a prerendered page, when the visitor opens it. Opening a prerendered page discards what the
 * page has written to session storage.
 */
export function whenOpened(run: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', run, { once: true });
  else run();
}
