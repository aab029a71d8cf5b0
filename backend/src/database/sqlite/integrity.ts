import { stat } from 'node:fs/promises';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { firstLine } from '../../core/errors.js';
import { isDamage } from '../database-errors.js';
import { MIGRATIONS } from '../migrations/index.js';
import { nameRow, select } from '../reader.js';
import { findUnknown, readApplied } from '../version.js';
import { openAsIs, openForReading, withDataSource } from './connection.js';
import { unusable, findFault, leftAsItIs, prepareDatabaseFile } from './database-file.js';

/** Maximum size of a file whose pages are all checked at the start. */
const MAX_BYTES = 64 * 1024 * 1024;

const WHICH_DATABASE = '*** in database main ***\n';

const checkRow = z.record(z.string(), z.string());
const orphanRow = z.object({ table: z.string(), parent: z.string() });

/**
 * Checks a SQLite file, and creates it if it is missing.
 * @throws StartError if damage is found, or the file cannot be read or written
 */
export async function rejectDamaged(path: string): Promise<void> {
  await prepareDatabaseFile(path);
  let flaw: string | null;
  try {
    const { size } = await stat(path);
    flaw = await withDataSource(await openForReading(path), async (source) => {
      if (size > MAX_BYTES) {
        await readBeginnings(source);
        return null;
      }
      const damage = await findDamagedPage(source, 'quick_check');
      return damage === null ? null : `is damaged (${damage})`;
    });
  } catch (error) {
    throw unusable(path, error);
  }
  if (flaw !== null) throw leftAsItIs(path, flaw);
}

/**
 * Checks a SQLite file, and merges its write-ahead log into it. Returns the first fault, worded to follow the file's
 * name, or null. No other connection may have the file open.
 */
export async function examineFile(path: string): Promise<string | null> {
  const fault = await findFault(path);
  if (fault !== null) return fault;
  try {
    return await withDataSource(await openAsIs(path), async (source) => {
      await source.query(INTO_ONE_FILE);
      const damage = await findDamagedPage(source, 'integrity_check');
      if (damage !== null) return `is damaged (${damage})`;
      return (await findOrphan(source)) ?? otherVersion(await readApplied(source));
    });
  } catch (error) {
    if (isDamage(error)) return `is damaged (${String(error)})`;
    throw error;
  }
}

const INTO_ONE_FILE = 'PRAGMA journal_mode = DELETE';

/** Merges the write-ahead log into the database file, which no other connection may have open. */
export async function bringIntoOneFile(path: string): Promise<void> {
  await withDataSource(await openAsIs(path), (source) => source.query(INTO_ONE_FILE));
}

async function readBeginnings(source: DataSource): Promise<void> {
  const tables = "SELECT name FROM sqlite_schema WHERE type = 'table'";
  for (const { name } of await select(source, nameRow, tables)) {
    await source.query(`SELECT * FROM "${name}" LIMIT 1`);
  }
}

/** Returns the first message about damage, or null. */
export async function findDamagedPage(
  source: DataSource,
  check: 'quick_check' | 'integrity_check' | 'backup.quick_check',
): Promise<string | null> {
  const [row = {}] = await select(source, checkRow, `PRAGMA ${check}(1)`);
  const [said = 'it cannot be checked'] = Object.values(row);
  return said === 'ok' ? null : firstLine(said.replace(WHICH_DATABASE, ''));
}

export async function findOrphan(source: DataSource): Promise<string | null> {
  const [orphan] = await select(source, orphanRow, 'PRAGMA foreign_key_check');
  return orphan === undefined
    ? null
    : `is damaged (a row of ${orphan.table} refers to a missing row of ${orphan.parent})`;
}

export function otherVersion(applied: readonly string[]): string | null {
  const known = MIGRATIONS.map(({ name }) => name);
  const unknown = findUnknown(applied, known);
  return unknown === null ? null : `was made by another version of this program (${unknown})`;
}
