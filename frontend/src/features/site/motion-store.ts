import { browserStorage } from '@/lib/storage';

const STORAGE_KEY = 'pyramidion.motion';
const PAUSED = 'paused';

const listeners = new Set<() => void>();
let paused: boolean | undefined;

/** Whether the visitor stopped what moves by itself; remembered in this browser. */
export function isMotionPaused(): boolean {
  paused ??= browserStorage.read(STORAGE_KEY) === PAUSED;
  return paused;
}

export function setMotionPaused(value: boolean): void {
  paused = value;
  if (value) browserStorage.write(STORAGE_KEY, PAUSED);
  else browserStorage.remove(STORAGE_KEY);
  for (const listener of listeners) listener();
}

export function subscribeToMotion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
