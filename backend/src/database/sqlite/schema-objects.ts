import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../reader.js';
import { MIGRATIONS } from '../schema/create-schema.js';
import { openForWriting } from './connection.js';

/** Something that the migrations make. */
export const schemaObjectRow = z.object({
  kind: z.enum(['table', 'index', 'view', 'function', 'trigger']),
  name: z.string(),
  /** How it is made: for all but tables, the statement that makes it. */
  definition: z.string(),
  /** The statement that removes it. */
  removal: z.string(),
});

export type SchemaObject = z.infer<typeof schemaObjectRow>;

/** What is in the way of everything else comes first. */
export const KINDS = schemaObjectRow.shape.kind.options;

const SQLITE_OBJECTS = `
SELECT type AS kind, name, sql AS definition, 'DROP ' || type || ' "' || name || '"' AS removal
FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'`;

/** What is in a SQLite file. */
export async function readSqliteObjects(
  source: DataSource | EntityManager,
): Promise<SchemaObject[]> {
  return select(source, schemaObjectRow, SQLITE_OBJECTS);
}

/** What the migrations make in a SQLite file, or the first of them, but for the table that names them. */
export async function makeSqliteObjects(migrations = MIGRATIONS.length): Promise<SchemaObject[]> {
  const fresh = await openForWriting(':memory:');
  const runner = fresh.createQueryRunner();
  try {
    for (const Migration of MIGRATIONS.slice(0, migrations)) await new Migration().up(runner);
    return await readSqliteObjects(fresh);
  } finally {
    await runner.release();
    await fresh.destroy();
  }
}

/**
 * Something in a SQLite file that no migration of ours has made so, and that acts by itself when rows change: a trigger, or
 * a table of ours with other columns or rules. Null when there is none. What is missing is not looked for.
 * @param migrations how many of them have made the file
 */
export async function findForeignObject(
  source: DataSource,
  migrations: number,
): Promise<SchemaObject | null> {
  const made = await makeSqliteObjects(migrations);
  const isForeign = ({ kind, name, definition }: SchemaObject): boolean => {
    const ours = made.find((object) => object.kind === kind && object.name === name);
    if (ours === undefined) return kind === 'trigger';
    return (kind === 'trigger' || kind === 'table') && ours.definition !== definition;
  };
  return (await readSqliteObjects(source)).find(isForeign) ?? null;
}
