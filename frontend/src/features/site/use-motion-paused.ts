import { useSyncExternalStore } from 'react';
import { isMotionPaused, subscribeToMotion } from './motion-store';

/** True when the visitor paused what moves by itself. The first render always moves. */
export function useMotionPaused(): boolean {
  return useSyncExternalStore(subscribeToMotion, isMotionPaused, () => false);
}
