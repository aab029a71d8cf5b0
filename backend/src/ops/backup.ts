import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { select } from '../database/reader.js';
import { isDamage } from '../database/database-errors.js';
import { openAsIs } from '../database/sqlite/connection.js';
import {
  findFault,
  findJournal,
  prepareDatabaseFile,
  removeWithJournals,
} from '../database/sqlite/database-file.js';
import { acquireServerLock, LockHeld } from '../database/sqlite/server-lock.js';
import { examineFile } from '../database/sqlite/integrity.js';
import { Refused, StartError, toError } from '../core/errors.js';
import {
  chownToFolderOwner,
  DiskTooFull,
  exists,
  renameIfFree,
  replaceDurably,
  requireSpace,
} from '../core/files.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';
import { isSameFile, rejectFolder } from './files.js';
import { cleaningUp } from '../core/interrupt.js';
import { withProgress } from '../core/progress.js';
import { keyValueTable } from './table.js';
import { rejectMissing, sqliteFile } from './databases.js';

const ON_POSTGRES =
  'pg_dump --format=custom --file=FILE, with PGHOST, PGUSER, PGDATABASE and PGPASSFILE set';

const PROGRESS_INTERVAL_MS = 200;

const sizeRow = z.object({ bytes: z.int() });
const SIZE =
  'SELECT page_count * page_size AS bytes FROM pragma_page_count() JOIN pragma_page_size()';

interface Options {
  readonly overwrite?: boolean;
}

export const BACKUP = defineCommand({
  name: 'backup',
  description: 'back up the database to a file, while the server runs',
  example: 'backup before.sqlite',
  well: 'the backup is complete, checked and on disk',
  notWell: 'nothing was written: the file exists or is in use, or the disk is too full',
  configure: (command) =>
    command
      .argument('<file>', 'file to write', (file) => resolve(file))
      .option('--overwrite', 'replace an earlier backup of the same name')
      .addHelpText('after', `\nFor SQLite only. On PostgreSQL, use ${ON_POSTGRES}`),
  run: async (_services: Services, file: string, { overwrite = false }: Options) => {
    const database = sqliteFile(ON_POSTGRES);
    return { database, file, bytes: await writeBackup(database, file, overwrite) };
  },
  describe: ({ database, file, bytes }) =>
    keyValueTable([
      ['Database', database],
      ['Backup', file],
      ['Bytes', bytes],
    ]),
});

/**
 * Copies one snapshot of a SQLite file to `file`, while other processes may write to the database. Returns the size of
 * the copy in bytes.
 * @throws Refused if `file` is in use, or exists and must not be overwritten
 * @throws DiskTooFull if there is no space for the copy
 * @throws StartError if `database` is missing or damaged or cannot be opened, or `file` is a folder or in a missing
 *   folder, or cannot be locked before it is overwritten
 * @throws Error if the copy cannot be written
 */
export async function writeBackup(
  database: string,
  file: string,
  overwrite: boolean,
): Promise<number> {
  rejectMissing({ kind: 'sqlite', path: database });
  await prepareDatabaseFile(database);
  await rejectTarget(database, file, overwrite);
  const unlock = overwrite ? await lockTarget(file) : () => undefined;
  const unfinished = `${file}.${randomUUID()}.new`;
  const cleanUp = async (): Promise<void> => {
    await removeWithJournals(unfinished);
    await unlock();
  };
  return cleaningUp(cleanUp, async () => {
    await vacuumInto(unfinished, database, file);
    const flaw = await examineFile(unfinished);
    if (flaw !== null) throw unsound(database, `whose copy ${flaw}`);
    await chownToFolderOwner(unfinished);
    if (overwrite) await replaceDurably(unfinished, file);
    else if (!(await renameIfFree(unfinished, file))) throw isThere(file);
    return (await stat(file)).size;
  });
}

/**
 * Locks the file before it is replaced: with an empty -wal, nothing else shows that a server has it open.
 * @returns a function that releases the lock, and removes its file unless it was there before
 */
async function lockTarget(file: string): Promise<() => Promise<void>> {
  const wasServed = await exists(`${file}.lock`);
  const lock = await acquireServerLock(file).catch((error: unknown) => {
    const message = toError(error).message.replace(/^DATABASE_URL/, 'The argument');
    throw error instanceof LockHeld ? new Refused(message) : new StartError(message);
  });
  return async () => {
    if (!wasServed) await rm(lock.file, { force: true });
    await lock.release();
  };
}

async function rejectTarget(database: string, file: string, overwrite: boolean): Promise<void> {
  const folder = dirname(file);
  if (!(await exists(folder))) {
    throw new StartError(`${folder} does not exist: name a file in an existing folder`);
  }
  const journal = await findJournal(file);
  if (journal !== null)
    throw new Refused(`${file} is in use, since ${journal} exists: name another file`);
  if (!(await exists(file))) return;
  await rejectFolder(file, 'a file');
  if (await isSameFile(file, database)) {
    throw new Refused(`${file} is the database itself: name another file`);
  }
  if (!overwrite) throw isThere(file);
  const flaw = await findFault(file);
  if (flaw === null) return;
  throw new Refused(
    `${file} ${flaw}, so it is not an earlier backup: name another file, or delete it`,
  );
}

async function vacuumInto(unfinished: string, database: string, file: string): Promise<void> {
  const source = await openAsIs(database);
  try {
    const [size] = await select(source, sizeRow, SIZE);
    await requireSpace(dirname(file), size?.bytes ?? 0);
    await withProgress('Copying', size?.bytes ?? 0, async (onProgress) => {
      const look = setInterval(() => {
        onProgress(statSync(unfinished, { throwIfNoEntry: false })?.size ?? 0);
      }, PROGRESS_INTERVAL_MS);
      await source.query('VACUUM INTO ?', [unfinished]).finally(() => clearInterval(look));
    });
  } catch (error) {
    if (isDamage(error)) throw unsound(database, `which is damaged (${String(error)})`);
    if (error instanceof DiskTooFull) throw error;
    throw new Error(
      `${file} cannot be written (${String(error)}): name a file in a writable folder with enough space`,
    );
  } finally {
    await source.destroy();
  }
}

function isThere(file: string): Refused {
  return new Refused(`${file} exists: name another file, or add --overwrite`);
}

function unsound(database: string, fault: string): StartError {
  return new StartError(
    `DATABASE_URL names ${database}, ${fault}: nothing was written; run doctor, or restore an earlier backup`,
  );
}
