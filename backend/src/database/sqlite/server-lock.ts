import { readdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../../core/errors.js';
import { exists, chownToFolderOwner, makeFolder } from '../../core/files.js';
import { isBusy } from '../database-errors.js';
import { openExclusively } from './connection.js';
import { unusable, findJournal, moveJournals, removeWithJournals } from './database-file.js';

/** Exclusive right to serve or replace a SQLite file, until it is released or the process ends. */
export interface ServerLock {
  readonly file: string;
  release(): Promise<void>;
}

export class LockHeld extends StartError {}

/**
 * Locks the SQLite file at `path`, which need not exist, and undoes an interrupted restore.
 * @throws LockHeld if another process has the lock
 * @throws StartError if the file cannot be locked
 */
export async function acquireServerLock(path: string): Promise<ServerLock> {
  try {
    await makeFolder(dirname(path));
    const file = `${path}.lock`;
    const lock = await openExclusively(file);
    await chownToFolderOwner(file);
    await removeWithJournals(restoringPath(path));
    await undoUnfinishedRestore(path);
    return { file, release: () => lock.destroy() };
  } catch (error) {
    if (!isBusy(error)) throw unusable(path, error);
    throw new LockHeld(
      `DATABASE_URL names ${path}, which another process is serving or restoring: stop that process, or name another file`,
    );
  }
}

/** Returns the path at which a restored database is prepared before it replaces the one at `path`. */
export function restoringPath(path: string): string {
  return `${path}.restoring`;
}

const ASIDE = '.replaced-';

export function asidePath(path: string): string {
  return path + ASIDE + new Date().toISOString().replaceAll(':', '-');
}

/**
 * Undoes a restore that was interrupted while a hard link gave the database a second name. SQLite must not open one
 * database under two names.
 */
async function undoUnfinishedRestore(path: string): Promise<void> {
  if (!(await exists(path))) return;
  const { ino, nlink } = await stat(path);
  if (nlink === 1) return;
  for (const name of await readdir(dirname(path))) {
    const aside = join(dirname(path), name);
    if (!name.startsWith(basename(path) + ASIDE) || (await stat(aside)).ino !== ino) continue;
    if ((await findJournal(path)) === null) await moveJournals(aside, path);
    await unlink(aside);
  }
}
