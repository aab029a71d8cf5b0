import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, chown, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { exists, findLog, removeWithLogs } from '../../database/sqlite/database-file.js';
import { bringIntoOneFile, examineFile, examineSchema } from '../../database/sqlite/soundness.js';
import type { ServerLock } from '../../database/sqlite/server-lock.js';
import { LockHeld, takeServerLock } from '../../database/sqlite/server-lock.js';
import { Clock } from '../../core/clock.js';
import { StartError } from '../../core/errors.js';
import { openDatabase } from '../../open-database.js';
import { concluding, newCommand, Refused } from '../command.js';
import { ROOM_LEFT } from '../doctor/checks/storage.js';
import { Doctor } from '../doctor/doctor.js';
import { refuseFolder, refuseUnreadable } from '../files.js';
import { cleaningUp } from '../interrupt.js';
import { withProgress } from '../progress.js';
import { facts } from '../table.js';
import { sqliteFile, using } from '../with-database.js';
import { replaceDatabase } from './replace-database.js';

/** What `restore` prints with `--json`. */
export const restoreReportSchema = z.strictObject({
  /** Absolute path of the backup. */
  file: z.string(),
  /** Absolute path of the database. */
  database: z.string(),
  /** Of the database now. */
  bytes: z.int().positive(),
  /** Where the database that was there before is kept; null when there was none. */
  aside: z.string().nullable(),
});

const ON_POSTGRES =
  'pg_restore --clean --if-exists --single-transaction --dbname=DATABASE FILE, told where by PGHOST, PGUSER and PGPASSFILE';

const PERMISSIONS = 0o777;

interface Options {
  readonly despiteDoctor?: boolean;
}

/** `restore FILE`: puts a backup in the place of the SQLite file, which no server may be serving. */
export function restoreCommand(): Command {
  return newCommand(
    'restore',
    'put a backup in the place of the database, which is kept aside',
    'the database is what the backup was',
    'it was refused, and the database is as it was: a server serves it, or the backup is not sound',
  )
    .argument('<file>', 'the backup, which stays as it is', (file) => resolve(file))
    .option('--despite-doctor', 'also when doctor finds something wrong in it')
    .addHelpText('after', `\nOn PostgreSQL: ${ON_POSTGRES}`)
    .action(
      concluding(async (file: string, { despiteDoctor = false }: Options) => {
        const report = await restoreBackup(file, sqliteFile(ON_POSTGRES), despiteDoctor);
        const text = facts([
          ['Backup', report.file],
          ['Database', report.database],
          ['Bytes', report.bytes],
          ['Kept aside', report.aside ?? 'nothing: there was no database'],
        ]);
        return { report, text };
      }),
    );
}

/**
 * Puts a copy of the backup `file` in the place of the SQLite file at `database`. Killed at any moment, it leaves the
 * one or the other there.
 * @param despiteDoctor whether it is put there though its rows do not agree with each other
 * @throws Refused when a server serves the database, somebody has it open, or the backup is not sound
 */
export async function restoreBackup(
  file: string,
  database: string,
  despiteDoctor = false,
): Promise<z.infer<typeof restoreReportSchema>> {
  await refuseUnusable(file, database);
  const lock = await takeLock(database);
  const copy = `${database}.restoring`;
  const removeCopy = (): Promise<void> => removeWithLogs(copy);
  try {
    return await cleaningUp(removeCopy, async () => {
      await removeCopy();
      await copyBackup(file, copy, database);
      const flaw = (await examineFile(copy)) ?? (await examineSchema(copy));
      if (flaw !== null) throw new Refused(`${file} ${flaw}: the database was left as it is`);
      if (!despiteDoctor) await refuseIll(file, copy);
      const aside = await replaceDatabase(database, copy);
      return { file, database, bytes: (await stat(database)).size, aside };
    });
  } finally {
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

/** Looks for what `doctor` would find in the copy of a backup, but for the room on the disk, which is not the backup's. */
async function refuseIll(file: string, copy: string): Promise<void> {
  const database = await openDatabase({ kind: 'sqlite', path: copy });
  const { checks } = await using(database, (opened) => new Doctor(opened, new Clock()).look());
  await bringIntoOneFile(copy);
  const ill = checks.filter(({ ok, name }) => !ok && name !== ROOM_LEFT.name);
  if (ill.length === 0) return;
  const [first = ''] = ill.flatMap(({ faults }) => faults);
  throw new Refused(
    `${file} does not agree with itself (${first}): the database was left as it is; restore another backup, or this one with --despite-doctor, and run doctor --repair then`,
  );
}

async function takeLock(database: string): Promise<ServerLock> {
  try {
    return await takeServerLock(database);
  } catch (error) {
    throw error instanceof LockHeld ? new Refused(error.message) : error;
  }
}

/**
 * Copies the bytes of a backup.
 * @param model whose owner and permissions the copy gets, when there is one
 * @throws StartError when the copy cannot be made
 */
export async function copyBackup(from: string, to: string, model: string): Promise<void> {
  try {
    await withProgress('Copying', (await stat(from)).size, (reach) => {
      const source = createReadStream(from);
      source.on('data', () => reach(source.bytesRead));
      return pipeline(source, createWriteStream(to, { flags: 'wx' }));
    });
    if (await exists(model)) await resemble(to, model);
  } catch (error) {
    throw new StartError(
      `${to} cannot be written (${String(error)}): nothing was changed; be a user who may write there, and make room for a copy`,
    );
  }
}

async function resemble(path: string, model: string): Promise<void> {
  const { uid, gid, mode } = await stat(model);
  const own = await stat(path);
  if (own.uid !== uid || own.gid !== gid) await chown(path, uid, gid);
  await chmod(path, mode & PERMISSIONS);
}
