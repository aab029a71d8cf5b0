import { useDeferredValue, useSyncExternalStore } from 'react';

/**
 * Returns false until the page is hydrated, then true. The switch is deferred, because React applies a change from
 * `useSyncExternalStore` synchronously, which would block the page.
 */
export function useHydrated(): boolean {
  return useDeferredValue(
    useSyncExternalStore(
      () => () => undefined,
      () => true,
      () => false,
    ),
  );
}
