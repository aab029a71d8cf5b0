import { useSyncExternalStore } from 'react';

/** Returns false until the page is hydrated, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
