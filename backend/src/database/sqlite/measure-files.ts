import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../core/errors.js';
import type { StorageFigures } from '../storage.js';

/** What the SQLite file at `path` takes. */
export async function measureFiles(path: string): Promise<StorageFigures> {
  const disk = await statfs(dirname(path));
  return {
    database: await sizeOf(path),
    log: await sizeOf(`${path}-wal`),
    free: disk.bavail * disk.bsize,
  };
}

/** Bytes of the file at `path`; 0 when there is none. */
export async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
