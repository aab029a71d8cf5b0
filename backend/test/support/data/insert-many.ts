import type { SqlValue } from '../../../src/database/reader.js';
import { insertRows } from '../../../src/database/rows.js';
import type { Writer } from '../../../src/database/writer.js';

const ROWS_IN_A_STATEMENT = 500;

/** Inserts many rows in chunks; `target` is a table with its columns. */
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
