import { accessSync } from 'node:fs';
import { errorCode, StartError } from '../core/errors.js';
import type { Database, DatabaseLocation } from '../database/database.js';
import { UnusableDatabase } from '../database/version.js';
import { loadSettings } from '../settings.js';

export async function withDatabase<Result>(
  database: Database,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** @throws UnusableDatabase if the SQLite file is missing */
export function rejectMissing(location: DatabaseLocation): void {
  if (location.kind === 'postgres' || !isMissing(location.path)) return;
  throw new UnusableDatabase(
    location.path,
    'which does not exist: name another file, or start the server to create it',
  );
}

function isMissing(path: string): boolean {
  try {
    accessSync(path);
    return false;
  } catch (error) {
    return errorCode(error) === 'ENOENT';
  }
}

/**
 * Returns the absolute path of the SQLite file, which may be missing.
 * @param otherwise the command to use for PostgreSQL
 * @throws StartError if the settings are wrong, or name PostgreSQL
 */
export function sqliteFile(otherwise: string): string {
  const { database } = loadSettings();
  if (database.kind === 'sqlite') return database.path;
  throw new StartError(
    `DATABASE_URL names a PostgreSQL database, which has its own tools for that: ${otherwise}`,
  );
}
