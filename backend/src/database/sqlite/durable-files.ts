import { link, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../core/errors.js';
import { exists } from './database-file.js';

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
    if (!NO_SECOND_NAME.has(errorCode(error) ?? '')) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
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
