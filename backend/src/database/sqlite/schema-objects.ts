import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../reader.js';
import { MIGRATIONS } from '../schema/create-schema.js';
import { openForWriting, using } from './connection.js';

export const schemaObjectRow = z.object({
  kind: z.enum(['table', 'index', 'view', 'function', 'trigger']),
  name: z.string(),
  /** How it is made: for all but tables, the statement that makes it. */
  definition: z.string(),
  removal: z.string(),
});

export type SchemaObject = z.infer<typeof schemaObjectRow>;

/** What is in the way of everything else comes first. */
export const KINDS = schemaObjectRow.shape.kind.options;

const SQLITE_OBJECTS = `
SELECT type AS kind, name, sql AS definition, 'DROP ' || type || ' "' || name || '"' AS removal
FROM sqlite_schema WHERE sql IS NOT NULL AND (type <> 'table' OR name NOT GLOB 'sqlite_*')`;

export function readSqliteObjects(source: DataSource | EntityManager): Promise<SchemaObject[]> {
  return select(source, schemaObjectRow, SQLITE_OBJECTS);
}

/** What the migrations make in a SQLite file, or the first of them, but for the table that names them. */
export async function makeSqliteObjects(migrations = MIGRATIONS.length): Promise<SchemaObject[]> {
  return using(await openForWriting(':memory:'), async (fresh) => {
    const runner = fresh.createQueryRunner();
    for (const Migration of MIGRATIONS.slice(0, migrations)) await new Migration().up(runner);
    return readSqliteObjects(fresh);
  });
}
