import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { select } from '../../../src/database/reader.js';
import { openAsIs } from '../../../src/database/sqlite/connection.js';

const objectRow = z.object({ type: z.string(), name: z.string(), sql: z.string() });
const OBJECTS = 'SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name';

const anyRow = z.record(z.string(), z.unknown());

/** An interrupted start can create these tables before the first migration, so they are ignored while empty. */
const LISTS = ['migrations', 'sqlite_sequence'];

/** Returns a hash of a SQLite file's schema and rows; null if there is no file. */
export async function fingerprintOf(path: string): Promise<string | null> {
  if (!existsSync(path)) return null;
  const source = await openAsIs(path);
  try {
    const hash = createHash('sha256');
    for (const object of await select(source, objectRow, OBJECTS)) {
      const rows = object.type === 'table' ? await rowsOf(source, object.name) : [];
      if (rows.length === 0 && LISTS.includes(object.name)) continue;
      hash.update(JSON.stringify([object, ...rows]));
    }
    return hash.digest('hex');
  } finally {
    await source.destroy();
  }
}

/**
 * Returns the rows of a table, without counters at 0, which a killed server may not have created yet, and without the
 * identity, which differs between databases.
 */
async function rowsOf(source: DataSource, table: string): Promise<string[]> {
  if (table === 'internal_identity') return [];
  const counted = table === 'sqlite_sequence' ? ' WHERE seq > 0' : '';
  const rows = await select(source, anyRow, `SELECT * FROM ${table}${counted}`);
  return rows.map((row) => JSON.stringify(row)).sort();
}
