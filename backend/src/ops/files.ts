import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { removeWithLogs } from '../database/sqlite/database-file.js';
import { errorCode, StartError } from '../core/errors.js';
import { undoOnInterrupt } from './interrupt.js';

/**
 * Makes sure that a file can be read that somebody has named.
 * @param wanted what to name instead, such as `a backup`
 * @throws StartError when it cannot
 */
export async function refuseUnreadable(path: string, wanted: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    const flaw =
      errorCode(error) === 'ENOENT' ? 'is not there' : `cannot be read (${String(error)})`;
    throw new StartError(`${path} ${flaw}: name ${wanted}`);
  }
  await refuseFolder(path, wanted);
}

/**
 * Makes sure that what is at `path` is no folder.
 * @param wanted what to name instead, such as `a backup`
 * @throws StartError when it is
 */
export async function refuseFolder(path: string, wanted: string): Promise<void> {
  if ((await stat(path)).isDirectory()) throw new StartError(`${path} is a folder: name ${wanted}`);
}

/** Runs `work`, which makes a SQLite file at `path` and moves it; what is still there of it when that ends, goes. */
export async function withUnfinished<T>(path: string, work: () => Promise<T>): Promise<T> {
  const forget = undoOnInterrupt(() => removeWithLogs(path));
  try {
    return await work();
  } finally {
    forget();
    await removeWithLogs(path);
  }
}
