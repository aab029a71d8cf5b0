import { readdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../../core/errors.js';
import { exists, giveToOwner, makeFolder } from '../../core/files.js';
import { isBusy } from '../database-errors.js';
import { openExclusively } from './connection.js';
import { cannotUse, findLog, moveLogs, removeWithLogs } from './database-file.js';

/** Says that this process, and no other, serves a SQLite file or replaces it. The system takes it back when the process dies. */
export interface ServerLock {
  readonly file: string;
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
    const file = `${path}.lock`;
    const lock = await openExclusively(file);
    await giveToOwner(file);
    await removeWithLogs(nameCopy(path));
    await undoUnfinishedRestore(path);
    return { file, release: () => lock.destroy() };
  } catch (error) {
    if (!isBusy(error)) throw cannotUse(path, error);
    throw new LockHeld(
      `DATABASE_URL names ${path}, which another process is serving or restoring: stop that one, or name another file`,
    );
  }
}

/** The name of what is to take the place of the database at `path`, until it does. */
export function nameCopy(path: string): string {
  return `${path}.restoring`;
}

const ASIDE = '.replaced-';

/** The name that the database at `path` keeps when another one takes its place now. */
export function nameAside(path: string): string {
  return path + ASIDE + new Date().toISOString().replaceAll(':', '-');
}

/**
 * Takes back what a restore that was killed has prepared: the database at `path` has its name aside already, and no
 * other took its place. Both names are of one file then, and SQLite cannot tell. Whoever calls this has the lock.
 */
async function undoUnfinishedRestore(path: string): Promise<void> {
  if (!(await exists(path))) return;
  const { ino, nlink } = await stat(path);
  if (nlink === 1) return;
  for (const name of await readdir(dirname(path))) {
    const aside = join(dirname(path), name);
    if (!name.startsWith(basename(path) + ASIDE) || (await stat(aside)).ino !== ino) continue;
    if ((await findLog(path)) === null) await moveLogs(aside, path);
    await unlink(aside);
  }
}
