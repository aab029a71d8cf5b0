import { once } from 'node:events';
import { watch } from 'node:fs';
import { spawnOps } from '../test/run-ops.js';

/** What is written into a folder and its files, counted. */
export interface Changes {
  /** How many there were. */
  readonly count: number;
  /** Resolves at the change with this number, from 1. */
  reach(number: number): Promise<void>;
  stop(): void;
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

/** Changes at the end of some work, in which what was written gets its name. */
const LAST = 8;

/** The number of a change to stop at, of so many: half of the times any of them, else one of the last. */
export function chooseChange(count: number, random: () => number): number {
  const among = random() < 0.5 ? count : Math.min(count, LAST);
  return count - Math.floor(random() * among);
}

/**
 * Runs a command of the operator's tool, and kills it with SIGKILL at a change of `folder`.
 * @param killAt number of the change, from 1; null to let it end by itself
 * @returns how many changes there were
 */
export async function runAndKill(
  databaseUrl: string,
  words: readonly string[],
  folder: string,
  killAt: number | null,
): Promise<number> {
  const changes = watchChanges(folder);
  const child = spawnOps(databaseUrl, words);
  const ended = once(child, 'close');
  if (killAt !== null) {
    await Promise.race([ended, changes.reach(killAt)]);
    child.kill('SIGKILL');
  }
  await ended;
  changes.stop();
  if (changes.count === 0) throw new Error(`${words.join(' ')} has done nothing: is it built?`);
  return changes.count;
}
