import type { EntityManager } from 'typeorm';
import { readSqliteObjects } from '../database/sqlite/schema-objects.js';

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
