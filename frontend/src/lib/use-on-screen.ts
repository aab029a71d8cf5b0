import { useEffect, useRef, useState } from 'react';

/**
 * Whether any part of an element can be seen.
 *
 * @param initially what is taken to be so until it is known
 * @param rootMargin by how much what can be seen is taken to be larger, as an `IntersectionObserver` has it
 */
export function useOnScreen<T extends Element>(initially: boolean, rootMargin = '0px') {
  const ref = useRef<T>(null);
  const [onScreen, setOnScreen] = useState(initially);

  useEffect(() => {
    const element = ref.current;
    if (element === null || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => setOnScreen(entries.some((entry) => entry.isIntersecting)),
      { rootMargin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [rootMargin]);

  return { ref, onScreen };
}
