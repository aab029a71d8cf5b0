import { stat } from 'node:fs/promises';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { select } from '../reader.js';
import { isDamage, openForReading } from './connection.js';
import { cannotUse, isDamaged, prepareDatabaseFile } from './database-file.js';
import { SCHEMA } from './schema.js';

const nameRow = z.object({ name: z.string() });
const faultRow = z.object({ quick_check: z.string() });

/** The largest file of which every page is read before it is served, in bytes; more would hold up the start. */
const MOST_BYTES = 64 * 1024 * 1024;

const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'";

const SOUND = 'ok';

/**
 * Makes sure that the SQLite file at `path` is one to be served: reads all of a small file, and of a large one the
 * beginning of each table; the rest of it is for `doctor`.
 * @throws StartError when it is damaged, or cannot be read; it is then left as it was
 */
export async function refuseDamaged(path: string): Promise<void> {
  await prepareDatabaseFile(path);
  const fault = await findFault(path);
  if (fault === SOUND) return;
  const [reason = ''] = fault.split('\n', 1);
  throw isDamaged(path, reason);
}

async function findFault(path: string): Promise<string> {
  let reading: DataSource | null = null;
  try {
    const { size } = await stat(path);
    reading = await openForReading(path, SCHEMA);
    return size > MOST_BYTES ? await readBeginnings(reading) : await readAll(reading);
  } catch (error) {
    if (isDamage(error)) return String(error);
    throw cannotUse(path, error);
  } finally {
    await reading?.destroy();
  }
}

async function readAll(reading: DataSource): Promise<string> {
  const [row] = await select(reading, faultRow, 'PRAGMA quick_check(1)');
  return row?.quick_check ?? SOUND;
}

async function readBeginnings(reading: DataSource): Promise<string> {
  for (const { name } of await select(reading, nameRow, TABLES)) {
    await select(reading, z.unknown(), `SELECT * FROM "${name}" LIMIT 1`);
  }
  return SOUND;
}
