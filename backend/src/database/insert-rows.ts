import type { EntityManager } from 'typeorm';
import { dialectOf } from './dialect.js';
import type { SqlValue } from './reader.js';

/**
 * Inserts rows by one statement.
 * @param target a table and its columns, such as `wallet (address, joined_at)`
 * @param rows a value for each column, of one row at least
 */
export async function insertRows(
  manager: EntityManager,
  target: string,
  rows: readonly SqlValue[][],
): Promise<void> {
  let count = 0;
  const places = rows.map((row) => `(${row.map(() => `$${(count += 1)}`).join(', ')})`);
  const sql = `INSERT INTO ${target} VALUES ${places.join(', ')}`;
  await manager.query(dialectOf(manager).toSql(sql), rows.flat());
}
