import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, chown, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { exists } from '../../database/sqlite/database-file.js';
import { StartError } from '../../core/errors.js';
import { showProgress } from '../progress.js';

const PERMISSIONS = 0o777;

/**
 * Copies the bytes of a file.
 * @param model whose owner and permissions the copy gets, when there is one
 * @throws StartError when the copy cannot be made
 */
export async function copyFile(from: string, to: string, model: string): Promise<void> {
  try {
    await copyWatched(from, to);
    if (await exists(model)) await resemble(to, model);
  } catch (error) {
    throw new StartError(
      `${to} cannot be written (${String(error)}): nothing was changed; be a user who may write there, and make room for a copy`,
    );
  }
}

async function copyWatched(from: string, to: string): Promise<void> {
  const progress = showProgress('Copying', (await stat(from)).size);
  const source = createReadStream(from);
  source.on('data', () => progress.reach(source.bytesRead));
  try {
    await pipeline(source, createWriteStream(to, { flags: 'wx' }));
  } finally {
    progress.stop();
  }
}

async function resemble(path: string, model: string): Promise<void> {
  const { uid, gid, mode } = await stat(model);
  const own = await stat(path);
  if (own.uid !== uid || own.gid !== gid) await chown(path, uid, gid);
  await chmod(path, mode & PERMISSIONS);
}
