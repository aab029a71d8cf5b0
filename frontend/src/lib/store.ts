/** A value outside React. It notifies its subscribers of changes. */
export interface Store<T> {
  readonly initial: T;
  get(): T;
  set(value: T): void;
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    initial,
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
