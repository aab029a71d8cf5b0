import { useEffect, useRef, useState } from 'react';

/**
 * Returns whether any part of an element is visible, and a ref for that element.
 *
 * @param initially the value until the browser has reported
 * @param rootMargin enlarges or shrinks the visible area, in the syntax of `IntersectionObserver`
 */
export function useOnScreen<T extends Element>(initially: boolean, rootMargin = '0px') {
  const ref = useRef<T>(null);
  const [onScreen, setOnScreen] = useState(initially);

  useEffect(() => {
    const element = ref.current;
    if (element === null || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => setOnScreen(entries.at(-1)?.isIntersecting === true),
      { rootMargin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [rootMargin]);

  return { ref, onScreen };
}
