import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Gives a finished file its name, in the same folder, in the place of what had that name before. After a power cut
 * there is the one or the other, whole.
 */
export async function putInPlace(finished: string, path: string): Promise<void> {
  await sync(finished);
  await rename(finished, path);
  await sync(dirname(path));
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
