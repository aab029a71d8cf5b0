import { z } from 'zod';
import type { Database } from '../../../src/database/database.js';
import { select } from '../../../src/database/reader.js';

const logRow = z.object({ log: z.int(), checkpointed: z.int() });

/** Returns the number of pages in the write-ahead log that are not in the SQLite file yet. */
export async function pagesToWriteBack({ reading }: Database): Promise<number> {
  const [row] = await select(reading, logRow, 'PRAGMA wal_checkpoint(NOOP)');
  return row ? row.log - row.checkpointed : -1;
}
