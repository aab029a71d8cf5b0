import type { Database } from './database.js';
import { openSqlite } from './sqlite/open-sqlite.js';

/** Where the database is. */
export interface DatabaseLocation {
  readonly kind: 'sqlite';
  /** Absolute path of the file. */
  readonly path: string;
}

/**
 * Opens the database, creating it and bringing it up to date as needed.
 * @throws StartError when it cannot be used; it is then left as it was
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  return openSqlite(location.path);
}
