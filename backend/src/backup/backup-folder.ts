import { constants } from 'node:fs';
import { access, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../core/errors.js';
import { makeFolder } from '../core/files.js';
import type { DatabaseLocation } from '../database/database.js';

type Extension = 'sqlite' | 'dump';

export interface Backup {
  readonly file: string;
  readonly madeAt: Date;
}

const BACKUP_NAME = /^pyramidion-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.(sqlite|dump)$/;

const UNFINISHED = /^pyramidion-[\dT-]+Z\.(?:sqlite|dump)\.(?:[\da-f-]+\.)?new/;

export function extensionOf({ kind }: DatabaseLocation): Extension {
  return kind === 'sqlite' ? 'sqlite' : 'dump';
}

/** Returns the path of a backup begun at `time`. The file name has no colons, which some file systems reject. */
export function backupFile(folder: string, time: Date, extension: Extension): string {
  const name = time.toISOString().slice(0, -'.000Z'.length).replaceAll(':', '-');
  return join(folder, `pyramidion-${name}Z.${extension}`);
}

/**
 * Lists the backups in a folder, newest first; none if the folder cannot be read. Backups dated in the future are
 * ignored.
 * @param wanted by default, every extension
 */
export async function listBackups(
  folder: string,
  now: Date,
  wanted?: Extension,
): Promise<Backup[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names
    .flatMap((name) => {
      const [, day, hour, minute, second, extension] = BACKUP_NAME.exec(name) ?? [];
      if (day === undefined || (wanted ?? extension) !== extension) return [];
      return { file: join(folder, name), madeAt: new Date(`${day}T${hour}:${minute}:${second}Z`) };
    })
    .filter(({ madeAt }) => madeAt <= now)
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

const HOUR_MS = 3_600_000;

/** Maximum age of the newest backup, as a multiple of the interval between backups. */
const MAX_AGES = 2;

/**
 * Returns a sentence if the newest backup is too old; null if it is recent, or if there is none.
 * @param backups newest first
 */
export function findOverdue(
  [newest]: readonly Backup[],
  everyMs: number,
  now: Date,
): string | null {
  const age = newest === undefined ? 0 : now.getTime() - newest.madeAt.getTime();
  if (newest === undefined || age <= MAX_AGES * everyMs) return null;
  const [hours = 0, every = 0] = [age, everyMs].map((ms) => Math.round(ms / HOUR_MS));
  return `${newest.file} is ${hours} hours old, and BACKUP_EVERY is ${every}`;
}

/**
 * Creates the folder for backups if it is missing.
 * @throws StartError if the folder cannot be created or is not writable
 */
export async function prepareBackupFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `BACKUP_DIR ${folder} is not writable (${String(error)}): give this user write access, with ReadWritePaths= under systemd, or name another folder`,
    );
  }
}

/** Deletes unfinished backups. Call it only while no backup runs. */
export async function removeUnfinishedBackups(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => UNFINISHED.test(name));
  for (const name of names) await rm(join(folder, name), { force: true });
}
