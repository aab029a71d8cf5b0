import { watch } from 'node:fs';

/** What is written into a folder and its files, counted. */
export interface Changes {
  /** How many there were. */
  readonly count: number;
  /** Resolves at the change with this number, from 1. */
  reach(number: number): Promise<void>;
  stop(): void;
}

/** Changes at the end of some work, in which what was written gets its name. */
const LAST = 8;

/** The number of a change to stop at, of so many: half of the times any of them, else one of the last. */
export function chooseChange(count: number, random: () => number): number {
  const among = random() < 0.5 ? count : Math.min(count, LAST);
  return count - Math.floor(random() * among);
}

/** Counts changes of a folder from now on: whoever is to be stopped in the middle of writing is stopped at one of them. */
export function watchChanges(folder: string): Changes {
  const watcher = watch(folder);
  let count = 0;
  watcher.on('change', () => {
    count += 1;
  });
  return {
    get count() {
      return count;
    },
    reach: (number) =>
      new Promise((resolve) => {
        watcher.on('change', () => {
          if (count >= number) resolve();
        });
      }),
    stop: () => watcher.close(),
  };
}
