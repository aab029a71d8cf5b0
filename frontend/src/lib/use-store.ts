import { useSyncExternalStore } from 'react';
import type { Store } from './store';

/** Returns the value of a store. The first render has the initial value, as the server's page does. */
export function useStore<T>({ subscribe, get, initial }: Store<T>): T {
  return useSyncExternalStore(subscribe, get, () => initial);
}
