import { stat } from 'node:fs/promises';
import { exists } from '../../database/sqlite/database-file.js';
import { examineFile } from '../../database/sqlite/examine-file.js';
import { findLog, removeWithLogs } from '../../database/sqlite/log-files.js';
import type { ServerLock } from '../../database/sqlite/server-lock.js';
import { LockHeld, takeServerLock } from '../../database/sqlite/server-lock.js';
import { Refused } from '../../operator/refused.js';
import { refuseFolder, refuseUnreadable } from '../named-file.js';
import { copyFile } from './copy-file.js';
import { replaceDatabase } from './replace-database.js';

/** What came of a restore. */
export interface Restored {
  readonly file: string;
  readonly database: string;
  /** Of the database now. */
  readonly bytes: number;
  /** Where the database that was there before is kept; null when there was none. */
  readonly aside: string | null;
}

/**
 * Puts a copy of the backup `file` in the place of the SQLite file at `database`. Killed at any moment, it leaves the
 * one or the other there.
 * @throws Refused when a server serves the database, somebody has it open, or the backup is not sound
 */
export async function restoreBackup(file: string, database: string): Promise<Restored> {
  await refuseUnusable(file, database);
  const lock = await takeLock(database);
  const copy = `${database}.restoring`;
  try {
    await removeWithLogs(copy);
    await copyFile(file, copy, database);
    const flaw = await examineFile(copy);
    if (flaw !== null) throw new Refused(`${file} ${flaw}: the database was left as it is`);
    const aside = await replaceDatabase(database, copy);
    return { file, database, bytes: (await stat(database)).size, aside };
  } finally {
    await removeWithLogs(copy);
    await lock.release();
  }
}

async function refuseUnusable(file: string, database: string): Promise<void> {
  await refuseUnreadable(file, 'a backup');
  if (await exists(database)) await refuseFolder(database, 'a file by DATABASE_URL');
  if (file === database) throw new Refused(`${file} is the database itself: name a backup`);
  const log = await findLog(file);
  if (log === null) return;
  throw new Refused(
    `${file} is no backup but a database in use, or a copy of one: ${log} is beside it, with what is not in the file yet`,
  );
}

async function takeLock(database: string): Promise<ServerLock> {
  try {
    return await takeServerLock(database);
  } catch (error) {
    throw error instanceof LockHeld ? new Refused(error.message) : error;
  }
}
