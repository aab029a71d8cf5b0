/** The element that stands where `element` stands in `old`, in another tree of the same shape; null when there is none. */
export function counterpartOf(element: Element, old: Element, other: Element): HTMLElement | null {
  const place = Array.from(old.querySelectorAll('*')).indexOf(element);
  const found = place < 0 ? null : other.querySelectorAll('*')[place];
  return found instanceof HTMLElement ? found : null;
}
