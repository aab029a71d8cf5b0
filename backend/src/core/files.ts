import { statSync } from 'node:fs';
import { lchown, link, mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, nullIfMissing } from './errors.js';

/** Node's own recursive mkdir never ends below a folder that takes no entries and says ENOENT, such as /proc. */
export async function makeFolder(path: string): Promise<void> {
  if (await exists(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path);
  await giveToOwner(path);
}

/**
 * Has what root has made belong to whoever the folder around it does, as the server does that is to open it. A disk that
 * knows no owners leaves it as it is.
 */
export async function giveToOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  // Not what a link leads to: its user could have put that there, for a file of root's.
  await lchown(path, uid, gid).catch(() => undefined);
}

export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(nullIfMissing)) !== null;
}

/** Device and inode of a file or folder; empty when there is none. */
export function identityOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}`;
}

/** What a disk says that has one name for a file at most, as those of cameras and USB sticks do. */
const NO_SECOND_NAME = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Gives a finished file its name, in the same folder, in the place of what had that name before. After a power cut
 * there is the one or the other, whole.
 */
export async function putInPlace(finished: string, path: string): Promise<void> {
  await sync(finished);
  await rename(finished, path);
  await sync(dirname(path));
}

/**
 * Gives a finished file its name, in the same folder, unless there is something of that name by then.
 * @returns whether it has that name now
 */
export async function putWhereFree(finished: string, path: string): Promise<boolean> {
  await sync(finished);
  try {
    await link(finished, path);
    await unlink(finished);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code !== 'EEXIST' && !NO_SECOND_NAME.has(code)) throw error;
    if (await exists(path)) return false;
    await rename(finished, path);
  }
  await sync(dirname(path));
  return true;
}

/** Waits until a file, or the names in a folder, are on the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
