import { useSyncExternalStore } from 'react';

/** False while the page is still the one that the server made, and true ever after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
