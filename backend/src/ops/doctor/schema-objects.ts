import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../../database/reader.js';
import { openForWriting } from '../../database/sqlite/connection.js';

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

/** What the migrations make in a SQLite file. */
export async function makeSqliteObjects(): Promise<SchemaObject[]> {
  const fresh = await openForWriting(':memory:');
  try {
    await fresh.runMigrations();
    return await readSqliteObjects(fresh);
  } finally {
    await fresh.destroy();
  }
}

/**
 * Does `work` while no trigger of ours does anything, so that rows are put in as they are. It is part of the transaction:
 * nobody else ever sees the tables without their triggers. Keys that name rows of other tables are checked all the same.
 */
export async function withoutTriggers(
  manager: EntityManager,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  let off: string[];
  let on: string[];
  if (manager.connection.options.type === 'postgres') {
    // It takes no superuser: the tables belong to whoever made them, by the migrations.
    off = tables.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`);
    on = tables.map((table) => `ALTER TABLE ${table} ENABLE TRIGGER USER`);
  } else {
    const triggers = (await readSqliteObjects(manager)).filter(({ kind }) => kind === 'trigger');
    off = triggers.map(({ removal }) => removal);
    on = triggers.map(({ definition }) => definition);
  }
  for (const statement of off) await manager.query(statement);
  await work();
  for (const statement of on) await manager.query(statement);
}
