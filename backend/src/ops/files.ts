import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { errorCode, StartError } from '../core/errors.js';

/**
 * Makes sure that a file can be read that somebody has named.
 * @param wanted what to name instead, such as `a backup`
 * @throws StartError when it cannot
 */
export async function refuseUnreadable(path: string, wanted: string): Promise<void> {
  await access(path, constants.R_OK).catch((error: unknown) => {
    const isMissing = errorCode(error) === 'ENOENT';
    const flaw = isMissing ? 'is not there' : `cannot be read (${String(error)})`;
    throw new StartError(`${path} ${flaw}: name ${wanted}`);
  });
  await refuseFolder(path, wanted);
}

/**
 * Makes sure that what is at `path` is no folder.
 * @param wanted what to name instead, such as `a backup`
 * @throws StartError when it is
 */
export async function refuseFolder(path: string, wanted: string): Promise<void> {
  if ((await stat(path)).isDirectory()) throw new StartError(`${path} is a folder: name ${wanted}`);
}
