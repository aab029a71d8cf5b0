import { browserStorage } from './storage';

const PAUSED = 'paused';

/** Whether something that changes by itself was stopped by the visitor. */
export interface Pause {
  readonly isPaused: () => boolean;
  readonly setPaused: (paused: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** @param key under which this browser remembers it; without one it lasts for this visit */
export function createPause(key?: string): Pause {
  const listeners = new Set<() => void>();
  let paused: boolean | undefined;

  return {
    isPaused: () => (paused ??= key !== undefined && browserStorage.read(key) === PAUSED),
    setPaused: (value) => {
      paused = value;
      if (key !== undefined) {
        if (value) browserStorage.write(key, PAUSED);
        else browserStorage.remove(key);
      }
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Stops what floats and drifts on the landing page; the pages that the server sends move. */
export const motionPause = createPause('pyramidion.motion');
