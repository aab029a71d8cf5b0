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
 * The listener is called by a timer, which stops with a page that is left and goes on when the browser brings it back.
 * Firefox loses the message by which React schedules its work if it is sent while the page is left: nothing that is not
 * clicked would be rendered any more after that.
 */
function subscribe(listener: () => void): () => void {
  const later = () => setTimeout(listener);
  document.addEventListener('visibilitychange', later);
  return () => document.removeEventListener('visibilitychange', later);
}
