import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select, type Reader } from '../database/reader.js';
import type { LogEntry } from './log-entry.schema.js';

const sizeRow = z.object({ size: z.int() });
const entryRow = z.object({ entry: z.string() });

const SIZE = 'SELECT coalesce(max(log_index) + 1, 0) AS size FROM log_entry';

const APPEND = 'INSERT INTO log_entry (log_index, entry) VALUES ($1, $2)';

const ENTRIES = `
SELECT entry FROM log_entry WHERE log_index >= $1 AND log_index < $2 ORDER BY log_index`;

/** Appends an entry to the log and returns its index. */
export async function appendToLog(manager: EntityManager, entry: LogEntry): Promise<number> {
  const [row] = await select(manager, sizeRow, SIZE);
  const logIndex = row?.size ?? 0;
  await manager.query(APPEND, [logIndex, JSON.stringify(entry)]);
  return logIndex;
}

/** Runs a SELECT on the log. */
export type EntryReader = Pick<Reader, 'select'>;

/** Returns the number of entries. */
export async function readLogSize(reader: EntryReader): Promise<number> {
  const [row] = await reader.select(sizeRow, SIZE);
  return row?.size ?? 0;
}

/**
 * Returns entries as they were hashed.
 * @param begin first index
 * @param end index after the last one
 */
export async function readLogEntries(
  reader: EntryReader,
  begin: number,
  end: number,
): Promise<string[]> {
  return (await reader.select(entryRow, ENTRIES, [begin, end])).map(({ entry }) => entry);
}
