import { useSyncExternalStore } from 'react';
import type { Store } from './store';

/** What a store holds. The first render has its initial value, as the page from the server does. */
export function useStore<T>({ subscribe, get, initial }: Store<T>): T {
  return useSyncExternalStore(subscribe, get, () => initial);
}
