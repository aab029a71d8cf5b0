import { link } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { select } from '../../database/reader.js';
import { isBusy, isDamage } from '../../database/faults.js';
import { openAsIs } from '../../database/sqlite/connection.js';
import {
  exists,
  findFault,
  FOREIGN,
  moveLogs,
  putInPlace,
  sync,
} from '../../database/sqlite/database-file.js';
import { nameAside } from '../../database/sqlite/server-lock.js';
import { Refused } from '../command.js';

const modeRow = z.object({ journal_mode: z.string() });

/**
 * Puts `replacement`, a database in one file, in the place of the one at `path`, which stays under another name. Before
 * that the old log is emptied into the old file, or moved along with it: it would spoil the new one.
 * @returns that name; null when there was no database
 * @throws Refused when somebody has the database open, or it is not ours
 */
export async function replaceDatabase(path: string, replacement: string): Promise<string | null> {
  const aside = nameAside(path);
  const isThere = await exists(path);
  const hold = isThere ? await settle(path) : null;
  try {
    if (isThere) await link(path, aside);
    await moveLogs(path, aside);
    await sync(dirname(path));
    await putInPlace(replacement, path);
    return isThere ? aside : null;
  } finally {
    await hold?.destroy();
  }
}

/**
 * Brings everything into the one file, and keeps everybody else out of it.
 * @returns what holds it; null when it is so damaged that this is impossible
 */
async function settle(path: string): Promise<DataSource | null> {
  if ((await findFault(path)) === FOREIGN) {
    throw new Refused(`DATABASE_URL names ${path}, which ${FOREIGN}: name another file`);
  }
  let old: DataSource | null = null;
  try {
    old = await openAsIs(path);
    const [mode] = await select(old, modeRow, 'PRAGMA journal_mode = DELETE');
    if (mode?.journal_mode !== 'delete') throw new Error(`${path} cannot be written`);
    await old.query('BEGIN EXCLUSIVE');
    return old;
  } catch (error) {
    await old?.destroy();
    if (isDamage(error)) return null;
    if (!isBusy(error)) throw error;
    throw new Refused(
      `DATABASE_URL names ${path}, which another program has open: close that one first`,
    );
  }
}
