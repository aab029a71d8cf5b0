import type { EntityManager } from 'typeorm';
import { createIndexes, createObjects, dropObjects } from '../database/objects/database-objects.js';
import { dialectOf } from '../database/dialect.js';
import { recountBoards } from '../database/objects/recount.js';
import { continueNumbers } from './doctor/checks/integrity.js';
import { isPostgres } from './rows.js';

/** Tables whose rows are not copied: they are counted from the others, or made by the migrations. */
export const NOT_COPIED: readonly string[] = [
  'migrations',
  'week_total',
  'point_count',
  'rate_limit',
];

/**
 * Copies rows into the empty tables of a database, as they are: without triggers, which would count them twice, and
 * without indexes, which are quicker to make at the end. Call {@link finishCopy} in the same transaction.
 * @param tables each after those that its rows refer to
 */
export async function copyRows(
  target: EntityManager,
  tables: readonly string[],
  copyTable: (table: string) => Promise<void>,
): Promise<void> {
  await dropObjects(target);
  for (const table of tables) await copyTable(table);
}

/** Makes indexes, triggers and views, and counts what is not copied. The schema is today's. */
export async function finishCopy(target: EntityManager): Promise<void> {
  await createIndexes(target);
  for (const statement of recountBoards(dialectOf(target))) await target.query(statement);
  if (isPostgres(target)) await continueNumbers(target);
  await createObjects(target);
}
