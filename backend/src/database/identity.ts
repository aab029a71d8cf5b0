import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { dialectOf } from './dialect.js';
import { select } from './reader.js';
import type { Writer } from './writer.js';

const idRow = z.object({ id: z.string() });
const valueRow = z.object({ value: z.string() });

const VALUE = 'SELECT value FROM internal_identity WHERE name = $1';

const SET_VALUE = `
INSERT INTO internal_identity (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/** Returns the ID of the database. A copy made by `restore`, `copy` or `pg_restore` has another ID. */
export async function readDatabaseId(manager: EntityManager): Promise<string> {
  const [row] = await select(manager, idRow, dialectOf(manager).databaseId);
  return row?.id ?? '';
}

/** Stores a value that all processes must share. Returns true if the database had another value. */
export function replaceShared(writer: Writer, name: string, value: string): Promise<boolean> {
  return writer.write(async (manager) => {
    const [stored] = await select(manager, valueRow, VALUE, [name]);
    if (stored?.value === value) return false;
    await manager.query(SET_VALUE, [name, value]);
    return stored !== undefined;
  });
}
