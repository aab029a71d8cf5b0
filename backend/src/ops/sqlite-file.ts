import { loadSettings } from '../settings.js';
import { StartError } from '../core/errors.js';

/**
 * Absolute path of the SQLite file that the settings name, whether it is there or not.
 * @param otherwise what to type for a PostgreSQL database
 * @throws StartError when they name one of those
 */
export function sqliteFile(otherwise: string): string {
  const { database } = loadSettings();
  if (database.kind === 'sqlite') return database.path;
  throw new StartError(
    `DATABASE_URL names a PostgreSQL database, which brings its own tools for that: ${otherwise}`,
  );
}
