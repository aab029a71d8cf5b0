declare global {
  interface Document {
    /** True while a browser renders a page that the visitor may never open. */
    readonly prerendering?: boolean;
  }
}

/**
 * Runs now or, in a page that the browser prerenders, once the visitor opens it. A prerendered page loses what it wrote
 * to session storage when it is opened.
 */
export function whenOpened(run: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', run, { once: true });
  else run();
}
