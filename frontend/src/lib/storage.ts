/** Browser storage that falls back to memory if the storage is full or switched off. */
interface OptionalStorage {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
}

/** @param storage a function, because some browsers throw on access to `window.localStorage` */
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

export const tabStorage = optional(() => window.sessionStorage);

export const browserStorage = optional(() => window.localStorage);
