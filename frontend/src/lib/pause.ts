import { browserStorage } from './storage';

const PAUSED = 'paused';

/** Whether something that changes by itself was stopped by the visitor. */
export interface Pause {
  readonly isPaused: () => boolean;
  readonly setPaused: (paused: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Whether this browser remembers that something was paused. */
export function wasPaused(key: string): boolean {
  return browserStorage.read(key) === PAUSED;
}

/** @param key under which this browser remembers it; without one it lasts for this visit */
export function createPause(key?: string): Pause {
  const listeners = new Set<() => void>();
  let paused: boolean | undefined;

  return {
    isPaused: () => (paused ??= key !== undefined && wasPaused(key)),
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

/** Under which the pause of what floats and drifts is remembered. */
export const MOTION_KEY = 'pyramidion.motion';

/** Stops what floats and drifts on the landing page; the pages that the server sends move. */
export const motionPause = /* @__PURE__ */ createPause(MOTION_KEY);
