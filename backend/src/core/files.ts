import { randomUUID } from 'node:crypto';
import { createReadStream, statSync, type BigIntStats } from 'node:fs';
import {
  lchown,
  link,
  lstat,
  mkdir,
  open,
  rename,
  rm,
  stat,
  statfs,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, nullIfMissing } from './errors.js';

const MIB = 1024 * 1024;

/** Bytes that a copy leaves free on its disk for the server. */
export const RESERVED_SPACE = 128 * MIB;

export class DiskTooFull extends Error {}

/**
 * Checks for free space. A file system that does not tell its size passes.
 * @param place an existing folder or file
 * @throws DiskTooFull if its disk has no space for `bytes` and {@link RESERVED_SPACE}
 */
export async function requireSpace(place: string, bytes: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(place);
  const [free, needed] = [bavail * bsize, bytes + RESERVED_SPACE];
  if (blocks === 0 || free >= needed) return;
  throw new DiskTooFull(
    `nothing was written: only ${inMib(free)} are free on the disk of ${place}, but this needs ${inMib(needed)}, of which ${inMib(RESERVED_SPACE)} stay free for the server; free space, or use another disk`,
  );
}

export function inMib(bytes: number): string {
  return `${Math.ceil(bytes / MIB).toLocaleString('en')} MiB`;
}

/** Creates missing folders, for their owner only. Node's recursive mkdir loops forever in folders such as /proc. */
export async function makeFolder(path: string): Promise<void> {
  if (await exists(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o700 }).catch(ignoreIfThere);
  await chownToFolderOwner(path);
}

function ignoreIfThere(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}

/** When run as root, gives a new file the owner and group of its folder, if the file system can. */
export async function chownToFolderOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  // Does not follow links: a planted link could make root give away another file.
  await lchown(path, uid, gid).catch(() => undefined);
}

export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(nullIfMissing)) !== null;
}

/** Returns device and inode of a file or folder; empty if it does not exist. */
export function identityOf(path: string): string {
  return identityIn(statSync(path, { bigint: true, throwIfNoEntry: false }));
}

/** Like {@link identityOf}, for a folder that may hang, such as a network share. */
export async function readIdentity(path: string): Promise<string> {
  return identityIn(await stat(path, { bigint: true }).catch(nullIfMissing));
}

function identityIn(stats: BigIntStats | null | undefined): string {
  return stats ? `${stats.dev}:${stats.ino}` : '';
}

/** Errors of file systems without hard links, such as FAT. */
const NO_SECOND_NAME = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Errors of file systems that cannot flush a folder. EIO is not listed: it means that the disk fails. */
const NO_FOLDER_SYNC = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

const hasNoSecondNames = (error: unknown): boolean => NO_SECOND_NAME.has(errorCode(error) ?? '');

export async function replaceDurably(finished: string, path: string): Promise<void> {
  await sync(finished);
  await rename(finished, path);
  await syncFolder(dirname(path));
}

/** Links the file at `path` under a second name, or copies it if hard links are not supported. */
export async function keepUnder(path: string, name: string): Promise<void> {
  try {
    await link(path, name);
  } catch (error) {
    if (!hasNoSecondNames(error)) throw error;
    const { size, mode } = await stat(path);
    await requireSpace(dirname(name), size);
    await writeFile(name, createReadStream(path), { flag: 'wx', mode });
    await sync(name);
  }
}

/** Replaces the content of a file atomically and durably. */
export async function replaceContent(path: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.new`;
  try {
    await writeFile(unfinished, content);
    await chownToFolderOwner(unfinished);
    await replaceDurably(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Renames a finished file to `path`; returns false if `path` exists. On a file system without hard links, a file that
 * another process creates meanwhile is replaced.
 */
export async function renameIfFree(finished: string, path: string): Promise<boolean> {
  await sync(finished);
  try {
    await link(finished, path);
    await unlink(finished);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (!hasNoSecondNames(error)) throw error;
    if ((await lstat(path).catch(nullIfMissing)) !== null) return false;
    await rename(finished, path);
  }
  await syncFolder(dirname(path));
  return true;
}

export async function syncFolder(path: string): Promise<void> {
  try {
    await sync(path);
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(errorCode(error) ?? '')) throw error;
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
