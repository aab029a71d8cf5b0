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

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
