import { rename, rm } from 'node:fs/promises';
import { exists } from './database-file.js';
import { sizeOf } from './measure-files.js';

/** What SQLite keeps beside a file: what is to come into it, or to be undone in it. */
const LOGS = ['-wal', '-journal'];

/** What those who have the file open share; it means nothing to anybody else. */
const SHARED_MEMORY = '-shm';

/** A log beside the file at `path` that has something in it; null when the file says everything by itself. */
export async function findLog(path: string): Promise<string | null> {
  for (const suffix of LOGS) {
    if ((await sizeOf(path + suffix)) > 0) return path + suffix;
  }
  return null;
}

/** Has the logs of the file at `from` belong to the one at `to`. Nobody may have either open. */
export async function moveLogs(from: string, to: string): Promise<void> {
  for (const suffix of LOGS) {
    if (await exists(from + suffix)) await rename(from + suffix, to + suffix);
  }
  await rm(from + SHARED_MEMORY, { force: true });
}

/** Removes what an interrupted command may have left of the file at `path`. */
export async function removeWithLogs(path: string): Promise<void> {
  for (const suffix of ['', ...LOGS, SHARED_MEMORY]) await rm(path + suffix, { force: true });
}
