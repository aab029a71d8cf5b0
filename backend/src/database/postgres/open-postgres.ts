import type { DataSource } from 'typeorm';
import { StartError } from '../../core/errors.js';
import { Database } from '../database.js';
import { UnusableDatabase } from '../unusable-database.js';
import type { Opening } from '../version.js';
import { PostgresCallCounter } from './call-counter.js';
import { ConcurrentWriter } from './concurrent-writer.js';
import { openForCounting, openForMigrating, openForReading, openForWriting } from './connection.js';
import { greet } from './greet.js';
import { measureDatabase } from './measure-database.js';
import { migrate } from './migrate.js';
import { Tidying } from './tidying.js';

/**
 * Opens the PostgreSQL database at `url`, and brings it up to date as needed.
 * @throws StartError when it cannot be used; it is then left as it was
 */
export async function openPostgres(url: string, opening: Opening): Promise<Database> {
  const place = describePlace(url);
  const opened: DataSource[] = [];
  const keep = async (opening: Promise<DataSource>): Promise<DataSource> => {
    const dataSource = await opening;
    opened.push(dataSource);
    return dataSource;
  };
  try {
    await greet(url);
    const migrating = await openForMigrating(url);
    try {
      await migrate(migrating, place, opening);
    } finally {
      await migrating.destroy();
    }
    const reading = await keep(openForReading(url, opening));
    const writing = await keep(openForWriting(url, opening));
    return new Database(
      reading,
      writing,
      new ConcurrentWriter(writing, new Tidying(writing)),
      () => measureDatabase(reading),
      new PostgresCallCounter(openForCounting(url)),
    );
  } catch (error) {
    // Connections that stay open keep the process from ending.
    await Promise.all(opened.map((dataSource) => dataSource.destroy()));
    throw error instanceof StartError ? error : cannotUse(place, error);
  }
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
