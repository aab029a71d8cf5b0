import { dirname } from 'node:path';
import { StartError } from '../../start-error.js';
import { isBusy, openExclusively } from './connection.js';
import { cannotUse, makeFolder } from './database-file.js';

/** Says that this process, and no other, serves a SQLite file or replaces it. The system takes it back when the process dies. */
export interface ServerLock {
  release(): Promise<void>;
}

/**
 * Takes the lock beside the SQLite file at `path`, whether there is such a file yet or not.
 * @throws StartError when another process has it
 */
export async function takeServerLock(path: string): Promise<ServerLock> {
  try {
    await makeFolder(dirname(path));
    const lock = await openExclusively(`${path}.lock`);
    return { release: () => lock.destroy() };
  } catch (error) {
    throw new StartError(
      isBusy(error)
        ? `DATABASE_URL names ${path}, which another process is serving or restoring: stop that one, or name another file`
        : cannotUse(path, error),
    );
  }
}
