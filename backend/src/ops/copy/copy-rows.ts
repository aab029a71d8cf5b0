import type { EntityManager, EntityMetadata } from 'typeorm';
import { z } from 'zod';
import { insertRows, select } from '../../database/reader.js';
import type { SqlValue } from '../../database/reader.js';

/** Rows that are in memory at a time, and go into one statement. */
const BATCH = 500;

const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

type Row = z.infer<typeof row>;

/**
 * Puts the rows of a table into the same table elsewhere, but for what the database computes from the rest of a row.
 * @param reach is told how many rows were copied since the last time
 */
export async function copyRows(
  source: EntityManager,
  target: EntityManager,
  { tableName: name, primaryColumns, columns: all }: EntityMetadata,
  reach: (rows: number) => void,
): Promise<void> {
  const key = primaryColumns.map(({ databaseName }) => databaseName);
  const columns = all.filter(({ isInsert }) => isInsert).map(({ databaseName }) => databaseName);
  const list = columns.join(', ');
  for await (const batch of batches(source, name, list, key)) {
    const rows = batch.map((each) => columns.map((column) => each[column] ?? null));
    await insertRows(target, `${name} (${list})`, rows);
    reach(rows.length);
  }
}

/** The rows of a table in the order of its key, each batch after the last key of the one before. */
async function* batches(
  source: EntityManager,
  table: string,
  list: string,
  key: readonly string[],
): AsyncGenerator<Row[], void> {
  const after = `(${key.join(', ')}) > (${key.map((_column, index) => `$${index + 1}`).join(', ')})`;
  let reached: SqlValue[] = [];
  for (;;) {
    const sql = `SELECT ${list} FROM ${table} ${reached.length > 0 ? `WHERE ${after}` : ''}
ORDER BY ${key.join(', ')} LIMIT ${BATCH}`;
    const batch = await select(source, row, sql, reached);
    const last = batch.at(-1);
    if (last === undefined) return;
    yield batch;
    reached = key.map((column) => last[column] ?? null);
  }
}
