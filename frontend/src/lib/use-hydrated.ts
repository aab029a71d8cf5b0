import { useSyncExternalStore } from 'react';

/** False until the page is hydrated, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
