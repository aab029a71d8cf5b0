/**
 * Browser storage that falls back to memory if the storage is full or switched off. The storage is passed as a
 * function, because some browsers throw on access to `window.localStorage`.
 */
interface OptionalStorage {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
}

function optional(storage: () => Storage): OptionalStorage {
  const memory = new Map<string, string>();
  return {
    read: (key) => {
      try {
        return memory.get(key) ?? storage().getItem(key);
      } catch {
        return null;
      }
    },
    write: (key, value) => {
      try {
        storage().setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    remove: (key) => {
      memory.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // Without storage there is nothing to remove.
      }
    },
  };
}

/** Keeps values as long as the tab, or as long as the page if the storage fails. */
export const tabStorage = optional(() => window.sessionStorage);

/** Keeps values after the tab is closed, or as long as the page if the storage fails. */
export const browserStorage = optional(() => window.localStorage);
