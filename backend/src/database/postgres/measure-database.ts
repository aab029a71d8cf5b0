import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { select } from '../reader.js';
import type { StorageFigures } from '../storage.js';

const sizeRow = z.object({ bytes: z.coerce.number() });

/** What the database takes on its server, whose log and disk cannot be seen from here. */
export async function measureDatabase(reading: DataSource): Promise<StorageFigures> {
  const [row] = await select(
    reading,
    sizeRow,
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  return { database: row?.bytes ?? 0, log: null, free: null };
}
