import { readdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exists } from './database-file.js';
import { findLog, moveLogs } from './log-files.js';

const ASIDE = '.replaced-';

/** The name that the database at `path` keeps when another one takes its place now. */
export function nameAside(path: string): string {
  return path + ASIDE + new Date().toISOString().replaceAll(':', '-');
}

/**
 * Takes back what a restore that was killed has prepared: the database at `path` has its name aside already, and no
 * other took its place. Both names are of one file then, and SQLite cannot tell. Whoever calls this has the lock.
 */
export async function undoUnfinishedRestore(path: string): Promise<void> {
  if (!(await exists(path))) return;
  const { ino, nlink } = await stat(path);
  if (nlink === 1) return;
  for (const name of await readdir(dirname(path))) {
    const aside = join(dirname(path), name);
    if (!name.startsWith(basename(path) + ASIDE) || (await stat(aside)).ino !== ino) continue;
    if ((await findLog(path)) === null) await moveLogs(aside, path);
    await unlink(aside);
  }
}
