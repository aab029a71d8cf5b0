import { dirname } from 'node:path';
import { StartError } from '../../core/errors.js';
import { isBusy, openExclusively } from './connection.js';
import { cannotUse, makeFolder } from './database-file.js';
import { undoUnfinishedRestore } from './unfinished-restore.js';

/** Says that this process, and no other, serves a SQLite file or replaces it. The system takes it back when the process dies. */
export interface ServerLock {
  release(): Promise<void>;
}

/** Another process has the lock. */
export class LockHeld extends StartError {}

/**
 * Takes the lock beside the SQLite file at `path`, whether there is such a file yet or not. What a restore that was
 * killed under it had prepared is taken back.
 * @throws LockHeld when another process has it
 * @throws StartError when it cannot be had
 */
export async function takeServerLock(path: string): Promise<ServerLock> {
  try {
    await makeFolder(dirname(path));
    const lock = await openExclusively(`${path}.lock`);
    await undoUnfinishedRestore(path);
    return { release: () => lock.destroy() };
  } catch (error) {
    if (!isBusy(error)) throw cannotUse(path, error);
    throw new LockHeld(
      `DATABASE_URL names ${path}, which another process is serving or restoring: stop that one, or name another file`,
    );
  }
}
