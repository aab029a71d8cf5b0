import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';

/** Whether any part of an element can be seen; true until it is known. */
export function useOnScreen<T extends Element>(): { ref: RefObject<T | null>; onScreen: boolean } {
  const ref = useRef<T>(null);
  const [onScreen, setOnScreen] = useState(true);

  useEffect(() => {
    const element = ref.current;
    if (element === null || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver((entries) =>
      setOnScreen(entries.some((entry) => entry.isIntersecting)),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return { ref, onScreen };
}
