import type { Database } from './database.js';
import { openPostgres } from './postgres/open-postgres.js';
import { openSqlite } from './sqlite/open-sqlite.js';
import type { Opening } from './version.js';

/** Where the database is. */
export type DatabaseLocation =
  | {
      readonly kind: 'sqlite';
      /** Absolute path of the file. */
      readonly path: string;
    }
  | {
      readonly kind: 'postgres';
      /** It may hold a password, so the log never sees it. */
      readonly url: string;
    };

/**
 * Opens the database, creating it and bringing it up to date as needed.
 * @throws StartError when it cannot be used; it is then left as it was
 */
export async function openDatabase(
  location: DatabaseLocation,
  opening: Opening = 'of a server',
): Promise<Database> {
  return location.kind === 'postgres'
    ? openPostgres(location.url, opening)
    : openSqlite(location.path, opening);
}
