import { pathToFileURL } from 'node:url';
import type { DataSource } from 'typeorm';
import { brokenRule, isDamage } from '../database/database-errors.js';
import { MIGRATIONS, type Migrations } from '../database/migrations/index.js';
import { dropObjects, tableNames } from '../database/objects/database-objects.js';
import { nameRow, select } from '../database/reader.js';
import {
  createEmptyDatabase,
  openUnfinished,
  withDataSource,
} from '../database/sqlite/connection.js';
import { findFault } from '../database/sqlite/database-file.js';
import { findDamagedPage, findOrphan, otherVersion } from '../database/sqlite/integrity.js';
import { finishTables } from './finish-tables.js';
import { withProgress, type OnProgress } from '../core/progress.js';

/** Tables that are not copied, since the new database gets its own rows in them. */
const NOT_COPIED: readonly string[] = [
  'migrations',
  'internal_identity',
  'internal_week_total',
  'internal_point_count',
];

/** The backup cannot be restored. The message is a clause without its subject, such as `is damaged`. */
export class UnsoundBackup extends Error {}

/**
 * Creates a database of the current schema at `to`, and copies the rows of a backup, which may be of an earlier
 * version. Triggers and views of the backup are never used.
 * @throws UnsoundBackup if the file is no backup, is damaged or incomplete, is of a version that this program does not
 *   know, or has a row that breaks a constraint
 */
export async function rebuildDatabase(from: string, to: string): Promise<void> {
  const fault = await findFault(from);
  if (fault !== null) throw new UnsoundBackup(fault);
  try {
    const applied = await withDataSource(await openBeside(':memory:', from, []), inspect);
    const earlier = MIGRATIONS.slice(0, applied.length);
    await withProgress('Copying', 1, async (onProgress) => {
      await createEmptyDatabase(to);
      await withDataSource(await openBeside(to, from, earlier), (source) =>
        copyTables(source, onProgress),
      );
    });
    await withDataSource(await openUnfinished(to, MIGRATIONS), async (copy) => {
      await copy.runMigrations();
      await finishTables(copy.manager);
      const orphan = await findOrphan(copy);
      if (orphan !== null) throw new UnsoundBackup(orphan);
    });
  } catch (error) {
    if (isDamage(error)) throw new UnsoundBackup(`is damaged (${String(error)})`);
    const rule = brokenRule(error);
    throw rule === null ? error : new UnsoundBackup(`has a row that breaks a rule (${rule})`);
  }
}

/** Opens a database and attaches the backup, to which no other process may write meanwhile. */
async function openBeside(
  path: string,
  backup: string,
  migrations: Migrations,
): Promise<DataSource> {
  const source = await openUnfinished(path, migrations);
  try {
    // With `immutable`, SQLite reads no write-ahead log and creates no file beside the backup.
    const uri = `${pathToFileURL(backup).href}?mode=ro&immutable=1`;
    await source.query('ATTACH $1 AS backup', [uri]);
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

async function inspect(source: DataSource): Promise<string[]> {
  const damage = await findDamagedPage(source, 'backup.quick_check');
  if (damage !== null) throw new UnsoundBackup(`is damaged (${damage})`);
  const rows = (await backupTables(source)).includes('migrations')
    ? await select(source, nameRow, 'SELECT name FROM backup.migrations ORDER BY timestamp')
    : [];
  const applied = Array.from(new Set(rows.map(({ name }) => name)));
  const other = otherVersion(applied);
  if (other !== null) throw new UnsoundBackup(other);
  const known = MIGRATIONS.slice(0, applied.length).map(({ name }) => name);
  if (applied.length === 0 || applied.join() !== known.join()) {
    throw new UnsoundBackup('lacks rows of its table migrations, which must be put back');
  }
  return applied;
}

async function copyTables(source: DataSource, onProgress: OnProgress): Promise<void> {
  await source.runMigrations();
  // Migrations turn foreign keys on; a search for orphans follows at the end.
  await source.query('PRAGMA foreign_keys = OFF');
  const tables = (await tableNames(source)).filter((name) => !NOT_COPIED.includes(name));
  const found = await backupTables(source);
  const missing = tables.find((name) => !found.includes(name));
  if (missing !== undefined) throw new UnsoundBackup(`has no table ${missing}`);
  let done = 0;
  await dropObjects(source);
  for (const table of tables) {
    const columns = (await columnsOf(source, table)).join(', ');
    // Without named columns, SQLite may copy rows without checking constraints.
    await source.query(
      `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM backup.${table}`,
    );
    onProgress((done += 1) / tables.length);
  }
  // The numbers of deleted rows must not be used again.
  await source.query(`
UPDATE sqlite_sequence SET seq = max(seq, coalesce((
  SELECT seq FROM backup.sqlite_sequence AS before WHERE before.name = sqlite_sequence.name), 0))`);
}

async function backupTables(source: DataSource): Promise<string[]> {
  const sql = "SELECT name FROM backup.sqlite_schema WHERE type = 'table'";
  return (await select(source, nameRow, sql)).map(({ name }) => name);
}

async function columnsOf(source: DataSource, table: string): Promise<string[]> {
  const sql = "SELECT name FROM pragma_table_xinfo($1, 'main') WHERE hidden = 0";
  return (await select(source, nameRow, sql, [table])).map(({ name }) => name);
}
