import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { select } from '../reader.js';
import { isDamage, openAsIs } from './connection.js';
import { findFault } from './database-file.js';
import { findOtherVersion } from './applied-migrations.js';

const integrityRow = z.object({ integrity_check: z.string() });
const orphanRow = z.object({ table: z.string(), parent: z.string() });

const SOUND = 'ok';

/**
 * What keeps the SQLite file at `path` from being a sound database of ours, as words that follow its name; null when
 * nothing does. Every page is read. Nobody else may have the file open; afterwards it has no log beside it.
 */
export async function examineFile(path: string): Promise<string | null> {
  const fault = await findFault(path);
  if (fault !== null) return fault;
  let source: DataSource | null = null;
  try {
    source = await openAsIs(path);
    await source.query('PRAGMA journal_mode = DELETE');
    return (await findDamage(source)) ?? (await findOtherVersion(source));
  } catch (error) {
    if (isDamage(error)) return `is damaged (${String(error)})`;
    throw error;
  } finally {
    await source?.destroy();
  }
}

async function findDamage(source: DataSource): Promise<string | null> {
  const [integrity] = await select(source, integrityRow, 'PRAGMA integrity_check(1)');
  if (integrity?.integrity_check !== SOUND) {
    return `is damaged (${integrity?.integrity_check ?? 'it cannot be checked'})`;
  }
  const [orphan] = await select(source, orphanRow, 'PRAGMA foreign_key_check');
  return orphan === undefined
    ? null
    : `is damaged (a row of ${orphan.table} names one of ${orphan.parent} that is missing)`;
}
