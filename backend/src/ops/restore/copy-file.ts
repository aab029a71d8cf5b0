import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, chown, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { exists } from '../../database/sqlite/database-file.js';
import { showProgress } from '../progress.js';

const PERMISSIONS = 0o777;

/**
 * Copies the bytes of a file.
 * @param model whose owner and permissions the copy gets, when there is one
 */
export async function copyFile(from: string, to: string, model: string): Promise<void> {
  const progress = showProgress('Copying', (await stat(from)).size);
  const source = createReadStream(from);
  source.on('data', () => progress.reach(source.bytesRead));
  try {
    await pipeline(source, createWriteStream(to, { flags: 'wx' }));
  } finally {
    progress.stop();
  }
  if (await exists(model)) await resemble(to, model);
}

async function resemble(path: string, model: string): Promise<void> {
  const { uid, gid, mode } = await stat(model);
  const own = await stat(path);
  if (own.uid !== uid || own.gid !== gid) await chown(path, uid, gid);
  await chmod(path, mode & PERMISSIONS);
}
