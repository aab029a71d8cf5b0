import { useSyncExternalStore } from 'react';
import type { Store } from './store';

/** Returns the value of a store. The first render has the initial value, so that it matches the server's page. */
export function useStore<T>({ subscribe, get, initial }: Store<T>): T {
  return useSyncExternalStore(subscribe, get, () => initial);
}
