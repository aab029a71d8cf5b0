/** Has the browser prerender the page. Returns opens it as a browser does: without what it wrote to session storage. */
export function prerender(): () => void {
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  return () => {
    Reflect.deleteProperty(document, 'prerendering');
    sessionStorage.clear();
    document.dispatchEvent(new Event('prerenderingchange'));
  };
}
