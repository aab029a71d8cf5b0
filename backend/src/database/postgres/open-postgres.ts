import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { firstLine, StartError } from '../../core/errors.js';
import { Database, type Entities, type StorageFigures } from '../database.js';
import { select } from '../reader.js';
import { UnusableDatabase, type Opening } from '../version.js';
import { CallCounter } from './call-counter.js';
import { ConcurrentWriter } from './concurrent-writer.js';
import { countingPool, postgresSource } from './connection.js';
import { migrate } from './migrate.js';

const sizeRow = z.object({ bytes: z.coerce.number() });

/**
 * Opens the PostgreSQL database at `url`, and brings it up to date as needed.
 * @throws StartError when it cannot be used; it is then left as it was
 */
export async function openPostgres(
  url: string,
  entities: Entities,
  opening: Opening,
): Promise<Database> {
  const place = describePlace(url);
  const reading = postgresSource(url, 'reading', opening, entities);
  const writing = postgresSource(url, 'writing', opening, entities);
  try {
    const migrations = await migrate(url, place, opening);
    await reading.initialize();
    await writing.initialize();
    const counting = countingPool(url);
    (await counting.connect()).release();
    return new Database(
      reading,
      writing,
      new ConcurrentWriter(writing),
      () => measureDatabase(reading),
      new CallCounter(counting),
      migrations,
    );
  } catch (error) {
    // Connections that stay open keep the process from ending.
    for (const source of [reading, writing]) if (source.isInitialized) await source.destroy();
    if (error instanceof StartError) throw error;
    throw new UnusableDatabase(
      place,
      `which cannot be used (${firstLine(error)}): start that server, or name a database that this process may read, write and change`,
    );
  }
}

/** What the database takes on its server, whose log and disk cannot be seen from here. */
async function measureDatabase(reading: DataSource): Promise<StorageFigures> {
  const sql = 'SELECT pg_database_size(current_database()) AS bytes';
  const [row] = await select(reading, sizeRow, sql);
  return { database: row?.bytes ?? 0, log: null, free: null };
}

/** The database without the password that the address may hold. */
function describePlace(url: string): string {
  const { pathname, host, searchParams } = new URL(url);
  return `the PostgreSQL database ${pathname.slice(1)} at ${searchParams.get('host') ?? host}`;
}
