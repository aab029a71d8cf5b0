import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { errorCode, nullIfMissing, StartError } from '../core/errors.js';

/**
 * Makes sure that a file can be read that somebody has named.
 * @param wanted what to name instead, such as `a backup`
 * @throws StartError when it cannot
 */
export async function rejectUnreadable(path: string, wanted: string): Promise<void> {
  await access(path, constants.R_OK).catch((error: unknown) => {
    const isMissing = errorCode(error) === 'ENOENT';
    const flaw = isMissing ? 'is not there' : `cannot be read (${String(error)})`;
    throw new StartError(`${path} ${flaw}: name ${wanted}`);
  });
  await rejectFolder(path, wanted);
}

/** The same where it may be missing. */
export async function rejectFolder(path: string, wanted: string): Promise<void> {
  const found = await stat(path).catch(nullIfMissing);
  if (found?.isDirectory() === true) throw new StartError(`${path} is a folder: name ${wanted}`);
}

/** Whether two names are of one file, whichever links lead there. */
export async function isSameFile(path: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all(
    [path, other].map((each) => stat(each).catch(nullIfMissing)),
  );
  return one != null && one.dev === two?.dev && one.ino === two.ino;
}
