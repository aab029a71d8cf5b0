/**
 * Browser storage that may be switched off: reading it then finds nothing, and writing is forgotten.
 * Some browsers throw on the mere mention of `window.localStorage`, hence the functions.
 */
export interface OptionalStorage {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
}

function optional(storage: () => Storage): OptionalStorage {
  function attempt<T>(action: (storage: Storage) => T, otherwise: T): T {
    try {
      return action(storage());
    } catch {
      return otherwise;
    }
  }
  return {
    read: (key) => attempt((store) => store.getItem(key), null),
    write: (key, value) => attempt((store) => store.setItem(key, value), undefined),
    remove: (key) => attempt((store) => store.removeItem(key), undefined),
  };
}

/** Lasts as long as the tab. */
export const tabStorage = optional(() => window.sessionStorage);

/** Lasts until the visitor clears it. */
export const browserStorage = optional(() => window.localStorage);
