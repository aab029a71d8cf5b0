import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, nullIfMissing, StartError } from '../core/errors.js';

/**
 * When run as root, switches to the owner of `folder`, or of its nearest existing parent, so that this owner cannot
 * plant a link that makes root write elsewhere.
 */
export async function becomeOwner(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const found = await stat(folder).catch(nullIfMissing);
  if (found === null) return becomeOwner(dirname(folder));
  const { uid, gid } = found;
  if (uid === 0) return;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/**
 * @param wanted end of the error's advice “name …”, such as `a backup`
 * @throws StartError if the path cannot be read, or is a folder
 */
export async function rejectUnreadable(path: string, wanted: string): Promise<void> {
  await access(path, constants.R_OK).catch((error: unknown) => {
    const isMissing = errorCode(error) === 'ENOENT';
    const flaw = isMissing
      ? 'does not exist'
      : `cannot be read by user ${process.getuid?.() ?? ''} (${String(error)})`;
    const remedy = isMissing ? '' : 'let that user read it, or ';
    throw new StartError(`${path} ${flaw}: ${remedy}name ${wanted}`);
  });
  await rejectFolder(path, wanted);
}

/** @throws StartError if the path is a folder; a missing path is accepted */
export async function rejectFolder(path: string, wanted: string): Promise<void> {
  const found = await stat(path).catch(nullIfMissing);
  if (found?.isDirectory() === true) throw new StartError(`${path} is a folder: name ${wanted}`);
}

export async function isSameFile(path: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all(
    [path, other].map((each) => stat(each).catch(nullIfMissing)),
  );
  return one != null && one.dev === two?.dev && one.ino === two.ino;
}
