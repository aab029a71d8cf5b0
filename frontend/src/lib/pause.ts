import { browserStorage } from './storage';
import { createStore, type Store } from './store';

const PAUSED = 'paused';

/** True if the visitor has paused something that moves by itself. */
export type Pause = Store<boolean>;

/** @param key storage key; without one the pause lasts for this visit */
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

/** Pauses the emojis and the hovering capstone of the landing page. The server renders them moving. */
export const motionPause = /* @__PURE__ */ createPause('pyramidion.motion');
