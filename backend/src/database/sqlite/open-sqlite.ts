import type { DataSource } from 'typeorm';
import { StartError } from '../../start-error.js';
import { Database } from '../database.js';
import { UnusableDatabase } from '../unusable-database.js';
import { openForReading, openForWriting } from './connection.js';
import { cannotUse, prepareDatabaseFile } from './database-file.js';
import { measureFiles } from './measure-files.js';
import { QueuedWriter } from './queued-writer.js';
import { SCHEMA } from './schema.js';
import { findUnknownMigration } from './unknown-migration.js';

/**
 * Opens the SQLite file at `path`, creating it and bringing it up to date as needed.
 * @throws StartError when the file cannot be used; it is then left as it was
 */
export async function openSqlite(path: string): Promise<Database> {
  await prepareDatabaseFile(path);
  try {
    const reading = await openForReading(path, SCHEMA);
    await refuseNewer(reading, path);
    const writing = await openForWriting(path, SCHEMA);
    await writing.runMigrations();
    return new Database(
      reading,
      writing,
      new QueuedWriter(writing),
      () => measureFiles(path),
      null,
    );
  } catch (error) {
    throw error instanceof StartError ? error : cannotUse(path, error);
  }
}

async function refuseNewer(reading: DataSource, path: string): Promise<void> {
  const unknown = await findUnknownMigration(reading);
  if (unknown === null) return;
  await reading.destroy();
  throw new UnusableDatabase(
    path,
    `which a newer version of this program has changed (${unknown}): it was left as it is; start the newer version`,
  );
}
