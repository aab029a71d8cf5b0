import { useSyncExternalStore } from 'react';
import { browserStorage, tabStorage } from './storage';

const PAUSED = 'paused';

const PAUSE_CHANGED = 'pyramidion:pause';

/** The moving parts of the pages, each with the storage that remembers whether it is paused. */
const STORAGES = { motion: browserStorage, rug: tabStorage, bot: tabStorage };

export type Moving = keyof typeof STORAGES;

export function usePause(what: Moving) {
  const storage = STORAGES[what];
  const key = `pyramidion.${what}`;
  const paused = useSyncExternalStore(
    subscribe,
    () => storage.read(key) === PAUSED,
    () => false,
  );

  function setPaused(next: boolean): void {
    if (next) storage.write(key, PAUSED);
    else storage.remove(key);
    dispatchEvent(new Event(PAUSE_CHANGED));
  }

  return [paused, setPaused] as const;
}

function subscribe(listener: () => void): () => void {
  addEventListener(PAUSE_CHANGED, listener);
  return () => removeEventListener(PAUSE_CHANGED, listener);
}
