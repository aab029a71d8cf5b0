import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withFolder } from '../temporary-database.js';

/** Runs `work` with a folder that has a small file system of its own, or with null if mounting fails. */
export async function withSmallDisk<T>(
  mebibytes: number,
  work: (folder: string | null) => Promise<T>,
): Promise<T> {
  return withFolder(async (parent) => {
    const folder = join(parent, 'disk');
    mkdirSync(folder);
    const options = `size=${mebibytes}m`;
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
    if (status !== 0) return work(null);
    try {
      return await work(folder);
    } finally {
      spawnSync('umount', ['--lazy', folder]);
    }
  });
}

export const canMount =
  process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;
