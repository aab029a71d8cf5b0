import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../database/reader.js';

/** A row of `SELECT count(*) AS count …`. */
export const countRow = z.object({ count: z.int() });

/**
 * How many rows there are.
 * @param from what follows FROM in SQL: a table, or several in parentheses and under a name
 */
export async function countRows(manager: EntityManager, from: string): Promise<number> {
  const [row] = await select(manager, countRow, `SELECT count(*) AS count FROM ${from}`);
  return row?.count ?? 0;
}
