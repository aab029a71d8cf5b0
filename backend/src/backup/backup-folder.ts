import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A copy of the database that the server has made by itself. */
export interface Backup {
  readonly file: string;
  readonly madeAt: Date;
}

/** What tells the backups of the server from every other file, which is never touched. */
const NAME = /^pyramidion-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.(?:sqlite|dump)$/;

/**
 * The file of a backup that begins at `time`. Colons are left out: not every file system takes them.
 * @param extension `sqlite`, or `dump` for what pg_dump writes
 */
export function backupFile(folder: string, time: Date, extension: 'sqlite' | 'dump'): string {
  const name = time.toISOString().slice(0, -'.000Z'.length).replaceAll(':', '-');
  return join(folder, `pyramidion-${name}Z.${extension}`);
}

/** The backups in `folder`, the newest first; none where there is no such folder. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names
    .flatMap((name) => {
      const [, day, hour, minute, second] = NAME.exec(name) ?? [];
      if (day === undefined) return [];
      return { file: join(folder, name), madeAt: new Date(`${day}T${hour}:${minute}:${second}Z`) };
    })
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/** Deletes all but the `keep` newest backups in `folder`. */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  const backups = await listBackups(folder);
  await Promise.all(backups.slice(keep).map(({ file }) => rm(file)));
}
