import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { StartError } from '../../start-error.js';
import { select } from '../reader.js';
import { isDamage, openForReading } from './connection.js';
import { cannotUse, prepareDatabaseFile } from './database-file.js';
import { SCHEMA } from './schema.js';

const faultRow = z.object({ quick_check: z.string() });

/** It reads every page: about 4 s for a million wallets. */
const FIRST_FAULT = 'PRAGMA quick_check(1)';

const SOUND = 'ok';

/**
 * Reads the whole SQLite file at `path`, if there is one, so that no server starts on one that would fail it later.
 * @throws StartError when it is damaged, or cannot be read; it is then left as it was
 */
export async function refuseDamaged(path: string): Promise<void> {
  await prepareDatabaseFile(path);
  const fault = await findFault(path);
  if (fault === SOUND) return;
  const [reason = ''] = fault.split('\n', 1);
  throw new StartError(
    `DATABASE_URL names ${path}, which is damaged (${reason}): it was left as it is; restore it from a backup or name another file`,
  );
}

async function findFault(path: string): Promise<string> {
  let reading: DataSource | null = null;
  try {
    reading = await openForReading(path, SCHEMA);
    const [row] = await select(reading, faultRow, FIRST_FAULT);
    return row?.quick_check ?? SOUND;
  } catch (error) {
    if (isDamage(error)) return String(error);
    throw new StartError(cannotUse(path, error));
  } finally {
    await reading?.destroy();
  }
}
