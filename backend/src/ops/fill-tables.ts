import type { EntityManager } from 'typeorm';
import { createIndexes, createObjects, dropObjects } from '../database/objects/database-objects.js';
import { dialectOf } from '../database/dialect.js';
import { recountBoards } from '../database/objects/recount.js';
import { continueNumbers } from '../doctor/checks/integrity.js';
import { isPostgres } from '../database/rows.js';

/** Tables that are not copied, because migrations or other tables determine their rows, or they identify the database. */
export const NOT_COPIED: readonly string[] = [
  'migrations',
  'internal_identity',
  'internal_week_total',
  'internal_point_count',
  'internal_rate_limit',
];

/**
 * Copies rows into empty tables without triggers, which would count rows twice, and without indexes, which are faster
 * to build at the end. Call {@link finishTables} in the same transaction.
 * @param tables ordered so that each follows the tables that it refers to
 */
export async function fillTables(
  target: EntityManager,
  tables: readonly string[],
  copyTable: (table: string) => Promise<void>,
): Promise<void> {
  await dropObjects(target);
  for (const table of tables) await copyTable(table);
}

/** Creates the indexes, triggers and views of this version, and fills the derived tables. */
export async function finishTables(target: EntityManager): Promise<void> {
  await createIndexes(target);
  for (const statement of recountBoards(dialectOf(target))) await target.query(statement);
  if (isPostgres(target)) await continueNumbers(target);
  await createObjects(target);
}
