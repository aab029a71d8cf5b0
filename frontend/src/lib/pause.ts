import { browserStorage } from './storage';
import { createStore, type Store } from './store';

const PAUSED = 'paused';

/** Whether something that changes by itself was stopped by the visitor. */
export type Pause = Store<boolean>;

/** @param key under which this browser remembers it; without one it lasts for this visit */
export function createPause(key?: string): Pause {
  const pause = createStore(false);
  if (key === undefined) return pause;
  pause.set(browserStorage.read(key) === PAUSED);
  pause.subscribe(() => {
    if (pause.get()) browserStorage.write(key, PAUSED);
    else browserStorage.remove(key);
  });
  return pause;
}

/** Stops what floats and drifts on the landing page; the pages that the server sends move. */
export const motionPause = /* @__PURE__ */ createPause('pyramidion.motion');
