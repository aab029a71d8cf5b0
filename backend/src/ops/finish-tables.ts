import type { EntityManager } from 'typeorm';
import { createIndexes, createObjects } from '../database/objects/database-objects.js';
import { dialectOf, kindOf } from '../database/dialect.js';
import { recountBoards } from '../database/objects/recount.js';
import { continueNumbers } from '../doctor/checks/integrity.js';

/**
 * Creates the indexes, triggers and views of this version, and fills the derived tables. Call it after the rows are
 * copied.
 */
export async function finishTables(target: EntityManager): Promise<void> {
  await createIndexes(target);
  for (const statement of recountBoards(dialectOf(target))) await target.query(statement);
  if (kindOf(target) === 'postgres') await continueNumbers(target);
  await createObjects(target);
}
