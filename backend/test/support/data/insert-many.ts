import type { EntityManager } from 'typeorm';
import type { SqlValue } from '../../../src/database/reader.js';
import type { Writer } from '../../../src/database/writer.js';

const ROWS_IN_A_STATEMENT = 500;

/**
 * @param target table and columns, such as `wallet (address, joined_at)`
 * @param rows at least one
 */
export async function insertRows(
  manager: EntityManager,
  target: string,
  rows: readonly SqlValue[][],
): Promise<void> {
  let count = 0;
  const places = rows.map((row) => `(${row.map(() => `$${(count += 1)}`).join(', ')})`);
  await manager.query(`INSERT INTO ${target} VALUES ${places.join(', ')}`, rows.flat());
}

export async function insertMany(
  writer: Writer,
  target: string,
  rows: readonly SqlValue[][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_IN_A_STATEMENT) {
    const part = rows.slice(start, start + ROWS_IN_A_STATEMENT);
    await writer.write((manager) => insertRows(manager, target, part));
  }
}
