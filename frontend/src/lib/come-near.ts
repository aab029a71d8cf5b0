/** How near, as a share of the screen's height: a part is ready before it is seen. */
const MARGIN = '100%';

/** Resolves when the visitor comes near an element, with the next screenful or with the keyboard. */
export function comeNear(element: Element): Promise<void> {
  if (!('IntersectionObserver' in window)) return Promise.resolve();
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) arrive();
      },
      { rootMargin: MARGIN },
    );
    function arrive(): void {
      observer.disconnect();
      element.removeEventListener('focusin', arrive);
      resolve();
    }
    observer.observe(element);
    element.addEventListener('focusin', arrive);
  });
}
