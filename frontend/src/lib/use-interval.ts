import { useEffect, useEffectEvent } from 'react';
import { usePageVisible } from '@/lib/use-page-visible';

/** Calls back every `milliseconds` while the component can be seen; null pauses. */
export function useInterval(callback: () => void, milliseconds: number | null): void {
  const tick = useEffectEvent(callback);
  const visible = usePageVisible();

  useEffect(() => {
    if (milliseconds === null || !visible) return;
    const timer = setInterval(() => tick(), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, visible]);
}
