import type { DataSource } from 'typeorm';
import { StartError } from '../../core/errors.js';
import { Database } from '../database.js';
import type { Opening } from '../version.js';
import { cannotUpdate, isReadAsItIs, refuseOtherVersion } from '../version.js';
import { readApplied } from './applied-migrations.js';
import { isStorageFault, openForReading, openForWriting } from './connection.js';
import { cannotUse, prepareDatabaseFile } from './database-file.js';
import { measureFiles } from './measure-files.js';
import { QueuedWriter } from './queued-writer.js';
import { SCHEMA } from './schema.js';

/**
 * Opens the SQLite file at `path`, creating it and bringing it up to date as needed.
 * @throws StartError when the file cannot be used; it is then left as it was
 */
export async function openSqlite(
  path: string,
  opening: Opening = 'of a server',
): Promise<Database> {
  await prepareDatabaseFile(path);
  try {
    const reading = await openForReading(path, SCHEMA);
    const applied = await readVersion(reading, path, opening);
    const writing = await openForWriting(path, SCHEMA);
    if (!isReadAsItIs(opening, applied)) await runMigrations(writing, path);
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

/** @throws UnusableDatabase when it is none that may be opened so */
async function readVersion(reading: DataSource, path: string, opening: Opening): Promise<string[]> {
  try {
    const applied = await readApplied(reading);
    refuseOtherVersion(path, opening, applied, SCHEMA.migrations);
    return applied;
  } catch (error) {
    await reading.destroy();
    throw error;
  }
}

async function runMigrations(writing: DataSource, path: string): Promise<void> {
  try {
    await writing.runMigrations();
  } catch (error) {
    throw isStorageFault(error) ? error : cannotUpdate(path, error);
  }
}
