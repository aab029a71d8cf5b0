import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { StartError } from '../../core/errors.js';
import type { Entities, StorageFigures } from '../database.js';
import { Database } from '../database.js';
import { select } from '../reader.js';
import type { Opening } from '../version.js';
import { UnusableDatabase } from '../version.js';
import { PostgresCallCounter } from './call-counter.js';
import { Compaction } from './compaction.js';
import { ConcurrentWriter } from './concurrent-writer.js';
import { openForCounting, openForMigrating, openForReading, openForWriting } from './connection.js';
import { migrate } from './migrate.js';

/** Time to get a first connection, and then an answer, in milliseconds. */
const PING_TIMEOUT_MS = 5_000;

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
  const opened: DataSource[] = [];
  const keep = async (opening: Promise<DataSource>): Promise<DataSource> => {
    const dataSource = await opening;
    opened.push(dataSource);
    return dataSource;
  };
  try {
    await ping(url);
    const migrating = await openForMigrating(url);
    let migrations: readonly string[];
    try {
      migrations = await migrate(migrating, place, opening);
    } finally {
      await migrating.destroy();
    }
    const reading = await keep(openForReading(url, opening, entities));
    const writing = await keep(openForWriting(url, opening, entities));
    return new Database(
      reading,
      writing,
      new ConcurrentWriter(writing, new Compaction(writing)),
      () => measureDatabase(reading),
      new PostgresCallCounter(await openForCounting(url)),
      migrations,
    );
  } catch (error) {
    // Connections that stay open keep the process from ending.
    await Promise.all(opened.map((dataSource) => dataSource.destroy()));
    throw error instanceof StartError ? error : cannotUse(place, error);
  }
}

/**
 * Makes sure that there is a server at `url` that answers. What is asked of it later may take long, and then nobody can
 * tell whether it works or hangs.
 * @throws Error when it does not in time
 */
async function ping(url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PING_TIMEOUT_MS,
    query_timeout: PING_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end();
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

function cannotUse(place: string, error: unknown): UnusableDatabase {
  const [reason = ''] = String(error).split('\n', 1);
  return new UnusableDatabase(
    place,
    `which cannot be used (${reason}): start that server, or name a database that this process may read, write and change`,
  );
}
