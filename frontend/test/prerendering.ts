/**
 * Marks the page as prerendered. Returns a function that opens it and clears its session storage, since a browser
 * discards what a prerendered page has written there.
 */
export function prerender(): () => void {
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  return () => {
    Reflect.deleteProperty(document, 'prerendering');
    sessionStorage.clear();
    document.dispatchEvent(new Event('prerenderingchange'));
  };
}
