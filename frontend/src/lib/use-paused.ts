import { useSyncExternalStore } from 'react';
import type { Pause } from './pause';

/** Whether it is paused. The first render never is. */
export function usePaused({ subscribe, isPaused }: Pause): boolean {
  return useSyncExternalStore(subscribe, isPaused, () => false);
}
