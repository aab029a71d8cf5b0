import type { EntityManager } from 'typeorm';
import { readSqliteObjects } from './doctor/schema/sqlite-objects.js';

/**
 * Does `work` while no trigger of ours does anything, so that rows are put in as they are. It is part of the transaction:
 * nobody else ever sees the tables without their triggers. Keys that name rows of other tables are checked all the same.
 */
export async function withoutTriggers(
  manager: EntityManager,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { off, on } =
    manager.connection.options.type === 'postgres' ? ofPostgres(tables) : await ofSqlite(manager);
  for (const statement of off) await manager.query(statement);
  await work();
  for (const statement of on) await manager.query(statement);
}

interface Switch {
  readonly off: readonly string[];
  readonly on: readonly string[];
}

/** It takes no superuser: the tables belong to whoever made them, by the migrations. */
function ofPostgres(tables: readonly string[]): Switch {
  const all = (what: string): string[] =>
    tables.map((table) => `ALTER TABLE ${table} ${what} TRIGGER USER`);
  return { off: all('DISABLE'), on: all('ENABLE') };
}

async function ofSqlite(manager: EntityManager): Promise<Switch> {
  const triggers = (await readSqliteObjects(manager)).filter(({ kind }) => kind === 'trigger');
  return {
    off: triggers.map(({ removal }) => removal),
    on: triggers.map(({ definition }) => definition),
  };
}
