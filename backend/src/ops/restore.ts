import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../core/clock.js';
import { Refused, StartError } from '../core/errors.js';
import {
  chownToFolderOwner,
  DiskTooFull,
  exists,
  keepUnder,
  replaceDurably,
  requireSpace,
  syncFolder,
} from '../core/files.js';
import { isBusy, isDamage } from '../database/database-errors.js';
import { select } from '../database/reader.js';
import { openAsIs } from '../database/sqlite/connection.js';
import {
  findFault,
  findJournal,
  FOREIGN,
  moveJournals,
  removeWithJournals,
} from '../database/sqlite/database-file.js';
import {
  LockHeld,
  asidePath,
  restoringPath,
  acquireServerLock,
} from '../database/sqlite/server-lock.js';
import { bringIntoOneFile } from '../database/sqlite/integrity.js';
import { openDatabase } from '../open-database.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';
import { Doctor } from '../doctor/doctor.js';
import { becomeOwner, isSameFile, rejectFolder, rejectUnreadable } from './files.js';
import { cleaningUp } from '../core/interrupt.js';
import { rebuildDatabase, UnsoundBackup } from './rebuild.js';
import { keyValueTable } from './table.js';
import { sqliteFile, withDatabase } from './databases.js';

const ON_POSTGRES =
  'pg_restore --clean --if-exists --single-transaction --dbname=DATABASE FILE, with PGHOST, PGUSER and PGPASSFILE set';

const modeRow = z.object({ journal_mode: z.string() });

interface Options {
  readonly despiteDoctor?: boolean;
}

export const RESTORE = defineCommand({
  name: 'restore',
  description: 'replace the database with a backup, and keep the old database',
  example: 'restore before.sqlite',
  well: 'the backup is now the database',
  notWell:
    'nothing was changed: a server uses the database, the disk is too full, or the backup has faults',
  configure: (command) =>
    command
      .argument('<file>', 'the backup; it stays unchanged', (file) => resolve(file))
      .option('--despite-doctor', 'restore even if doctor finds faults in the backup')
      .addHelpText('after', `\nFor SQLite only. On PostgreSQL, use ${ON_POSTGRES}`),
  run: async (_services: Services, file: string, { despiteDoctor = false }: Options) => {
    const database = sqliteFile(ON_POSTGRES);
    await becomeOwner(dirname(database));
    return { file, database, ...(await restoreBackup(file, database, despiteDoctor)) };
  },
  describe: ({ file, database, bytes, aside }) =>
    keyValueTable([
      ['Backup', file],
      ['Database', database],
      ['Bytes', bytes],
      ['Old database', aside ?? 'none'],
    ]),
});

/**
 * Replaces the SQLite file at `database` with the rows of a backup. If the process is killed, either the old or the new
 * database is there.
 * @returns the size of the new database in bytes, and the path of the old database or null
 * @throws Refused if the database is in use or of another application, or the backup is not sound
 * @throws DiskTooFull if there is no space for the copy
 * @throws StartError if the backup cannot be read, `database` cannot be locked, or the copy cannot be written
 */
export async function restoreBackup(
  file: string,
  database: string,
  despiteDoctor = false,
): Promise<{ readonly bytes: number; readonly aside: string | null }> {
  await rejectUnusable(file, database);
  const lock = await acquireServerLock(database).catch((error: unknown) => {
    throw error instanceof LockHeld ? new Refused(error.message) : error;
  });
  const copy = restoringPath(database);
  try {
    return await cleaningUp(
      () => removeWithJournals(copy),
      async () => {
        await makeCopy(file, copy, database);
        if (!despiteDoctor) await rejectUnhealthy(file, copy);
        const aside = await replaceDatabase(database, copy);
        return { bytes: (await stat(database)).size, aside };
      },
    );
  } finally {
    await lock.release();
  }
}

async function rejectUnusable(file: string, database: string): Promise<void> {
  await rejectUnreadable(file, 'a backup');
  await rejectFolder(database, 'a file by DATABASE_URL');
  if (await isSameFile(file, database)) {
    throw new Refused(`${file} is the database itself: name a backup`);
  }
  const journal = await findJournal(await realpath(file));
  if (journal === null) return;
  throw new Refused(
    `${file} is not a backup but a database in use, or a copy of one: ${journal} has writes that the file lacks; name a backup`,
  );
}

async function rejectUnhealthy(file: string, copy: string): Promise<void> {
  const database = await openDatabase({ kind: 'sqlite', path: copy });
  const { checks } = await withDatabase(database, (opened) =>
    new Doctor(opened, new Clock()).look(),
  );
  await bringIntoOneFile(copy);
  const [first] = checks.flatMap(({ faults }) => faults);
  if (first === undefined) return;
  throw new Refused(
    `doctor finds a fault in ${file} (${first}): the database was left unchanged; restore another backup, or add --despite-doctor and then run doctor --repair`,
  );
}

async function makeCopy(file: string, copy: string, model: string): Promise<void> {
  try {
    await requireSpace(dirname(copy), (await stat(file)).size);
    await rebuildDatabase(file, copy);
    if (await exists(model)) await copyOwnership(model, copy);
    else await chownToFolderOwner(copy);
  } catch (error) {
    if (error instanceof UnsoundBackup) {
      throw new Refused(`${file} ${error.message}: the database was left unchanged`);
    }
    if (error instanceof DiskTooFull) throw error;
    throw new StartError(
      `${copy} cannot be written (${String(error)}): nothing was changed; run this as a user with write access, and free enough space for a copy`,
    );
  }
}

/** `path` must not be a link. */
async function copyOwnership(model: string, path: string): Promise<void> {
  const { uid, gid, mode } = await stat(model);
  const file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    const own = await file.stat();
    if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid);
    // A file system without permissions, such as a network share, may reject any change.
    if ((own.mode & 0o777) !== (mode & 0o777)) await file.chmod(mode & 0o777);
  } finally {
    await file.close();
  }
}

/**
 * Moves `replacement` to `path`, and keeps the old database under the returned path. Checkpoints or renames the old
 * write-ahead log, which would otherwise corrupt the new database.
 */
async function replaceDatabase(path: string, replacement: string): Promise<string | null> {
  const aside = asidePath(path);
  const isThere = await exists(path);
  const hold = isThere ? await lockOldDatabase(path) : null;
  try {
    if (isThere) await keepUnder(path, aside);
    await moveJournals(path, aside);
    await syncFolder(dirname(path));
    await replaceDurably(replacement, path);
    return isThere ? aside : null;
  } finally {
    await hold?.destroy();
  }
}

/** Checkpoints and locks the old database. Returns the lock, or null if damage prevents it. */
async function lockOldDatabase(path: string): Promise<DataSource | null> {
  if ((await findFault(path)) === FOREIGN) {
    throw new Refused(`DATABASE_URL names ${path}, which ${FOREIGN}: name another file`);
  }
  let old: DataSource | null = null;
  try {
    old = await openAsIs(path);
    const [mode] = await select(old, modeRow, 'PRAGMA journal_mode = DELETE');
    if (mode?.journal_mode !== 'delete') throw new Error(`${path} cannot be written`);
    await old.query('BEGIN EXCLUSIVE');
    return old;
  } catch (error) {
    await old?.destroy();
    if (isDamage(error)) return null;
    if (!isBusy(error)) throw error;
    throw new Refused(
      `DATABASE_URL names ${path}, which another program has open: close that program first`,
    );
  }
}
