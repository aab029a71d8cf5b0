import { constants } from 'node:fs';
import { access, open, readlink, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { firstLine, nullIfMissing, StartError } from '../../core/errors.js';
import { exists, chownToFolderOwner, makeFolder } from '../../core/files.js';
import { databaseErrorCode, isDamage } from '../database-errors.js';
import { UnusableDatabase } from '../version.js';
import { APPLICATION_ID, createEmptyDatabase } from './connection.js';

export const FOREIGN = 'is a database of another application';

const MAGIC = 'SQLite format 3\0';

/**
 * Creates a database at `path` if there is no file.
 * @throws StartError if the file is foreign or incomplete, or cannot be used, or only its journal exists
 */
export async function prepareDatabaseFile(path: string): Promise<void> {
  try {
    await makeFolder(dirname(path));
    await access(dirname(path), constants.W_OK);
    if (await exists(path)) {
      await access(path, constants.R_OK | constants.W_OK);
      const fault = await findFault(path);
      if (fault !== null) throw leftAsItIs(path, fault);
    } else {
      const target = await readlink(path).catch(() => null);
      if (target !== null) throw withoutTarget(path, target);
      const journal = await findJournal(path);
      if (journal !== null) throw withoutDatabase(path, journal);
      const unfinished = `${path}.new`;
      await rm(unfinished, { force: true });
      await createEmptyDatabase(unfinished);
      await chownToFolderOwner(unfinished);
      await rename(unfinished, path);
    }
  } catch (error) {
    throw unusable(path, error);
  }
}

export function unusable(path: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  const reason = firstLine(error);
  if (isDamage(error)) return leftAsItIs(path, `is damaged (${reason})`);
  return new UnusableDatabase(path, `which cannot be used (${reason}): ${remedyFor(error)}`);
}

function remedyFor(error: unknown): string {
  switch (databaseErrorCode(error)) {
    case 'SQLITE_FULL':
    case 'ENOSPC':
    case 'EDQUOT':
      return 'free space on its disk';
    case 'SQLITE_IOERR':
      return 'its disk fails, or its file system lacks locks or shared memory, as a network share does; move it to a local disk that works';
    default:
      return 'give this process write access to the file, to its folder, and to the files beside it that begin with its name; or name another file';
  }
}

export function leftAsItIs(path: string, fault: string): UnusableDatabase {
  return new UnusableDatabase(
    path,
    `which ${fault}: it was left unchanged; restore it from a backup or name another file`,
  );
}

function withoutTarget(path: string, target: string): UnusableDatabase {
  return new UnusableDatabase(
    path,
    `which is a link to ${target}, but that file is missing: put it back, for example by mounting its disk, or remove the link`,
  );
}

function withoutDatabase(path: string, journal: string): UnusableDatabase {
  return new UnusableDatabase(
    path,
    `which is missing, although its journal ${journal} exists: put the database back beside the journal; or remove the journal, which loses the last writes`,
  );
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(nullIfMissing))?.size ?? 0;
}

/**
 * Checks the header and the length of a database file. Returns a fault such as `is cut off`, or null. With a
 * write-ahead log beside it, a file may be shorter than its header says.
 */
export async function findFault(path: string): Promise<string | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { buffer: header, bytesRead } = await file.read(Buffer.alloc(100));
    if (bytesRead < header.length) return 'is empty or truncated';
    if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'is not a SQLite database';
    if (header.readUInt32BE(68) !== APPLICATION_ID) return FOREIGN;
    const storedPageSize = header.readUInt16BE(16);
    const pageSize = storedPageSize === 1 ? 65_536 : storedPageSize;
    const hasWal = (await sizeOf(`${path}-wal`)) > 0;
    const minSize = hasWal ? pageSize : header.readUInt32BE(28) * pageSize;
    return size < minSize || size % pageSize !== 0 ? 'is cut off' : null;
  } finally {
    await file.close();
  }
}

const JOURNALS = ['-wal', '-journal'];

const SHARED_MEMORY = '-shm';

/** Returns the path of the first non-empty journal of the database, or null. */
export async function findJournal(path: string): Promise<string | null> {
  for (const suffix of JOURNALS) {
    if ((await sizeOf(path + suffix)) > 0) return path + suffix;
  }
  return null;
}

/**
 * Renames the journals of the database `from`, so that they belong to the database `to`. No other process may have
 * either database open.
 */
export async function moveJournals(from: string, to: string): Promise<void> {
  for (const suffix of JOURNALS) {
    if (await exists(from + suffix)) await rename(from + suffix, to + suffix);
  }
  await rm(from + SHARED_MEMORY, { force: true });
}

export async function removeWithJournals(path: string): Promise<void> {
  for (const suffix of ['', ...JOURNALS, SHARED_MEMORY]) await rm(path + suffix, { force: true });
}

export async function measureFiles(path: string) {
  const disk = await statfs(dirname(path));
  return {
    database: await sizeOf(path),
    wal: await sizeOf(`${path}-wal`),
    free: disk.bavail * disk.bsize,
  };
}
