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

/** True unless the tab is in the background. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !document.hidden,
    () => true,
  );
}

/**
 * Calls the listener from a timer, which pauses while the page is in the back/forward cache. Firefox loses a message that
 * React's scheduler sends while a page is being left, and React then waits for it for ever.
 */
function subscribe(listener: () => void): () => void {
  const later = () => setTimeout(listener);
  document.addEventListener('visibilitychange', later);
  return () => document.removeEventListener('visibilitychange', later);
}
