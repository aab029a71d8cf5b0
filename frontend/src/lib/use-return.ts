import { useEffect, useEffectEvent } from 'react';

/**
 * Calls back when the page may be out of date: the visitor returns to its tab, the browser restores the
 * page from its cache, or another tab changes the browser's storage while this tab is visible.
 *
 * @param callback called with true if the browser has restored the page; prompts that were open are gone then
 */
export function useReturn(callback: (isRestored: boolean) => void): void {
  const onReturn = useEffectEvent(callback);

  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) onReturn(true);
    };
    const onChange = (): void => {
      if (!document.hidden) onReturn(false);
    };
    addEventListener('pageshow', onShow);
    addEventListener('storage', onChange);
    document.addEventListener('visibilitychange', onChange);
    return () => {
      removeEventListener('pageshow', onShow);
      removeEventListener('storage', onChange);
      document.removeEventListener('visibilitychange', onChange);
    };
  }, []);
}
