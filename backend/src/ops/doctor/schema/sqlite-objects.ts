import type { DataSource, EntityManager } from 'typeorm';
import { select } from '../../../database/reader.js';
import { openForWriting } from '../../../database/sqlite/connection.js';
import type { SchemaObject } from './schema-object.js';
import { schemaObjectRow } from './schema-object.js';

const OBJECTS = `
SELECT type AS kind, name, sql AS definition, 'DROP ' || type || ' "' || name || '"' AS removal
FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'`;

/** What is in a SQLite file. */
export async function readSqliteObjects(
  source: DataSource | EntityManager,
): Promise<SchemaObject[]> {
  return select(source, schemaObjectRow, OBJECTS);
}

let made: Promise<SchemaObject[]> | null = null;

/** What the migrations make; it is made once. */
export async function makeSqliteObjects(): Promise<SchemaObject[]> {
  made ??= make();
  return made;
}

async function make(): Promise<SchemaObject[]> {
  const fresh = await openForWriting(':memory:');
  try {
    await fresh.runMigrations();
    return await readSqliteObjects(fresh);
  } finally {
    await fresh.destroy();
  }
}
