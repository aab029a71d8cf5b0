import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { lchown, link, mkdir, open, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, nullIfMissing } from './errors.js';

/** Creates a folder and its parents. Node's recursive mkdir loops forever in folders such as /proc. */
export async function makeFolder(path: string): Promise<void> {
  if (await exists(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path);
  await chownToFolderOwner(path);
}

/** When run as root, changes the owner of a new file to the folder's owner, which is the server's user. */
export async function chownToFolderOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  // Does not follow links: a planted link could make root give away another file.
  await lchown(path, uid, gid).catch(() => undefined);
}

export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(nullIfMissing)) !== null;
}

/** Returns device and inode of a file or folder; empty if there is none. */
export function identityOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}`;
}

/** Errors of file systems without hard links, such as FAT. */
const NO_SECOND_NAME = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Renames a finished file over `path` durably: after a power cut either the old or the new file is there. */
export async function replaceDurably(finished: string, path: string): Promise<void> {
  await sync(finished);
  await rename(finished, path);
  await sync(dirname(path));
}

/** Replaces the content of a file durably. If that fails, the old content stays and no other file is left. */
export async function replaceContent(path: string, content: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.new`;
  try {
    await writeFile(unfinished, content);
    await replaceDurably(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Renames a finished file to `path`. Returns false, and changes nothing, if `path` exists. */
export async function renameIfFree(finished: string, path: string): Promise<boolean> {
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

/** Flushes a file, or a folder's list of names, to the disk (fsync). */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
