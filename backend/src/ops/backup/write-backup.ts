import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { isDamage, openAsIs } from '../../database/sqlite/connection.js';
import { exists, findFault, prepareDatabaseFile } from '../../database/sqlite/database-file.js';
import { putInPlace } from '../../database/sqlite/durable-files.js';
import { examineFile } from '../../database/sqlite/examine-file.js';
import { findLog, removeWithLogs } from '../../database/sqlite/log-files.js';
import { select } from '../../database/reader.js';
import { Refused } from '../../operator/refused.js';
import { StartError } from '../../core/errors.js';
import { refuseFolder } from '../named-file.js';
import { showProgress } from '../progress.js';
import { refuseMissing } from '../with-database.js';

/** Time between two looks at the progress, in milliseconds. */
const STRIDE_MS = 200;

const sizeRow = z.object({ bytes: z.int() });
const SIZE =
  'SELECT page_count * page_size AS bytes FROM pragma_page_count() JOIN pragma_page_size()';

/**
 * Copies the SQLite file at `database`, as it is at one moment, to `file`, which appears only when it is complete,
 * checked and on the disk. Others go on reading and writing meanwhile.
 * @returns bytes of the copy
 * @throws Refused when `file` is not to be written, or `database` is damaged
 * @throws StartError when there is no database of ours, or no folder for `file`
 */
export async function writeBackup(
  database: string,
  file: string,
  overwrite: boolean,
): Promise<number> {
  refuseMissing({ kind: 'sqlite', path: database });
  await prepareDatabaseFile(database);
  await refuseTarget(database, file, overwrite);
  const unfinished = `${file}.${randomUUID()}.new`;
  try {
    await copy(database, unfinished, file);
    const flaw = await examineFile(unfinished);
    if (flaw !== null) throw unsound(database, `whose copy ${flaw}`);
    await putInPlace(unfinished, file);
    return (await stat(file)).size;
  } finally {
    await removeWithLogs(unfinished);
  }
}

async function refuseTarget(database: string, file: string, overwrite: boolean): Promise<void> {
  const folder = dirname(file);
  if (!(await exists(folder))) {
    throw new StartError(`${folder} is not there: name a file in a folder that is`);
  }
  const log = await findLog(file);
  if (log !== null) throw new Refused(`${file} is in use: ${log} is beside it; name another file`);
  if (!(await exists(file))) return;
  await refuseFolder(file, 'a file');
  const [one, other] = [await stat(database), await stat(file)];
  if (one.dev === other.dev && one.ino === other.ino) {
    throw new Refused(`${file} is the database itself: name another file`);
  }
  if (!overwrite) throw new Refused(`${file} is there already: name another file, or --overwrite`);
  const flaw = await findFault(file);
  if (flaw === null) return;
  throw new Refused(`${file} ${flaw}, so it is no earlier backup: name another file, or delete it`);
}

async function copy(database: string, unfinished: string, file: string): Promise<void> {
  const source = await openAsIs(database);
  try {
    await copyWatched(source, unfinished);
  } catch (error) {
    if (isDamage(error)) throw unsound(database, `which is damaged (${String(error)})`);
    throw new Error(
      `${file} cannot be written (${String(error)}): name a file in a folder that may be written and has room`,
    );
  } finally {
    await source.destroy();
  }
}

async function copyWatched(source: DataSource, file: string): Promise<void> {
  const [size] = await select(source, sizeRow, SIZE);
  const progress = showProgress('Copying', size?.bytes ?? 0);
  const look = setInterval(() => {
    progress.reach(statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  }, STRIDE_MS);
  try {
    await source.query('VACUUM INTO ?', [file]);
  } finally {
    clearInterval(look);
    progress.stop();
  }
}

function unsound(database: string, fault: string): Refused {
  return new Refused(
    `DATABASE_URL names ${database}, ${fault}: nothing was written; see doctor, or restore an earlier backup`,
  );
}
