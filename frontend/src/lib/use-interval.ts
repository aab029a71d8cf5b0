import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Calls back every `milliseconds` while the page is visible; null pauses. */
export function useInterval(callback: () => void, milliseconds: number | null): void {
  const tick = useEffectEvent(callback);
  const visible = usePageVisible();

  useEffect(() => {
    if (milliseconds === null || !visible) return;
    const timer = setInterval(() => tick(), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, visible]);
}

export function usePageVisible(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !document.hidden,
    () => true,
  );
}

/**
 * Calls the listener from a timer, which does not run while the page is in the back/forward cache. Without the timer,
 * React's scheduler would send itself a message while the visitor leaves the page. Firefox drops that message, and
 * React would wait for it forever.
 */
function subscribe(listener: () => void): () => void {
  const later = () => setTimeout(listener);
  document.addEventListener('visibilitychange', later);
  return () => document.removeEventListener('visibilitychange', later);
}
