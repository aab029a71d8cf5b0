/**
 * Marks the page as prerendered. Returns a function that activates it and clears its session storage, as a browser
 * does.
 */
export function prerender(): () => void {
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  return () => {
    Reflect.deleteProperty(document, 'prerendering');
    sessionStorage.clear();
    document.dispatchEvent(new Event('prerenderingchange'));
  };
}
