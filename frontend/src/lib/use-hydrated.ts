import { useDeferredValue, useSyncExternalStore } from 'react';

/** Returns false until the page is hydrated, then true. Deferred, since a store's change would block the page. */
export function useHydrated(): boolean {
  return useDeferredValue(
    useSyncExternalStore(
      () => () => undefined,
      () => true,
      () => false,
    ),
  );
}
