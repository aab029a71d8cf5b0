/** Makes the page prerendered. Returns a function that activates it and drops its session storage, like a browser. */
export function prerender(): () => void {
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  return () => {
    Reflect.deleteProperty(document, 'prerendering');
    sessionStorage.clear();
    document.dispatchEvent(new Event('prerenderingchange'));
  };
}
