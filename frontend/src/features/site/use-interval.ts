import { useEffect, useEffectEvent } from 'react';

/** Calls back every `milliseconds` while the component is shown; null pauses. */
export function useInterval(callback: () => void, milliseconds: number | null): void {
  const tick = useEffectEvent(callback);

  useEffect(() => {
    if (milliseconds === null) return;
    const timer = setInterval(() => tick(), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}
