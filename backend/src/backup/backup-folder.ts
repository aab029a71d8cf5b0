import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface Backup {
  readonly file: string;
  readonly madeAt: Date;
}

/** What tells the backups of the server from every other file, which is never touched. */
const NAME = /^pyramidion-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.(?:sqlite|dump)$/;

/** What a backup is called until it is complete, and the journals beside it. */
const UNFINISHED = /^pyramidion-[\dT-]+Z\.(?:sqlite|dump)\.(?:[\da-f-]+\.)?new/;

/**
 * The file of a backup that begins at `time`. Colons are left out: not every file system takes them.
 * @param extension `sqlite`, or `dump` for what pg_dump writes
 */
export function backupFile(folder: string, time: Date, extension: 'sqlite' | 'dump'): string {
  const name = time.toISOString().slice(0, -'.000Z'.length).replaceAll(':', '-');
  return join(folder, `pyramidion-${name}Z.${extension}`);
}

/**
 * The backups in `folder`, the newest first; none where there is no such folder. One of a time after `now` is left out: a
 * clock that was wrong has named it, and no other would be made until then.
 */
export async function listBackups(folder: string, now: Date): Promise<Backup[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names
    .flatMap((name) => {
      const [, day, hour, minute, second] = NAME.exec(name) ?? [];
      if (day === undefined) return [];
      return { file: join(folder, name), madeAt: new Date(`${day}T${hour}:${minute}:${second}Z`) };
    })
    .filter(({ madeAt }) => madeAt <= now)
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/** Deletes what backups in `folder` have left that were cut off, by SIGKILL say. None may be under way. */
export async function removeUnfinishedBackups(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => UNFINISHED.test(name));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}
