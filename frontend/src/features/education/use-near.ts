import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';

/** So much of the window's height an element has to come up to count as near: what lies just below needs no code yet. */
const MARGIN = '0px 0px -15% 0px';

/** Whether an element has come near what the visitor sees. Once it has, it stays so. */
export function useNear<T extends Element>(): { ref: RefObject<T | null>; near: boolean } {
  const ref = useRef<T>(null);
  const [near, setNear] = useState(false);

  useEffect(() => {
    const element = ref.current;
    if (element === null || near || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);

  return { ref, near };
}
