import { DataSource } from 'typeorm';
import type { SqliteConnectionOptions } from 'typeorm/driver/sqlite/SqliteConnectionOptions.js';
import { firstLine, StartError } from '../../core/errors.js';
import { sourceOptions, type Entities } from '../source-options.js';
import { MIGRATIONS, type Migrations } from '../migrations/index.js';

/** Application id of our SQLite files: PYRA, at byte 68. */
export const APPLICATION_ID = 0x50_59_52_41;

/** Short, because the wait blocks a worker thread. */
const BUSY_TIMEOUT_MS = 100;

/** Size of the write-ahead log, in pages of 4 KiB, at which a commit checkpoints it. */
const CHECKPOINT_PAGES = 30_000;

/** Size to which SQLite cuts a longer write-ahead log when it starts to overwrite it. */
const MAX_WAL_BYTES = CHECKPOINT_PAGES * 4_096;

/** Prevents the schema of a foreign file from calling functions with side effects. */
const NO_TRUST = 'PRAGMA trusted_schema = OFF';

/** Used instead of TypeORM's option for WAL, which leaves the file open and locked if it fails. */
const WAL = 'PRAGMA journal_mode = WAL';

/** A negative `cache_size` is in KiB. */
const PRAGMAS = [NO_TRUST, WAL, 'PRAGMA cache_size = -8192'];

/** Opens a SQLite file so that each acknowledged COMMIT is on the disk. */
export async function openForWriting(
  path: string,
  entities: Entities = [],
  migrations = MIGRATIONS,
): Promise<DataSource> {
  return open(path, serving(entities, migrations), [
    ...PRAGMAS,
    'PRAGMA synchronous = FULL',
    'PRAGMA temp_store = MEMORY',
    `PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
    `PRAGMA journal_size_limit = ${MAX_WAL_BYTES}`,
  ]);
}

export async function openForReading(path: string, entities: Entities = []): Promise<DataSource> {
  return open(path, serving(entities), [...PRAGMAS, 'PRAGMA query_only = ON']);
}

export async function createEmptyDatabase(path: string): Promise<void> {
  const pragmas = [WAL, `PRAGMA application_id = ${APPLICATION_ID}`];
  await (await open(path, serving([]), pragmas)).destroy();
}

/**
 * Opens a SQLite file for fast filling: a crash may corrupt the file, and foreign keys are not checked. Other files can
 * be attached by URI.
 */
export async function openUnfinished(path: string, migrations: Migrations): Promise<DataSource> {
  const { OPEN_CREATE, OPEN_READWRITE, OPEN_URI } = await loadDriver();
  const flags = OPEN_READWRITE | OPEN_CREATE | OPEN_URI;
  return open(path, { flags, ...sourceOptions([], migrations) }, [
    NO_TRUST,
    'PRAGMA journal_mode = OFF',
    'PRAGMA synchronous = OFF',
    'PRAGMA foreign_keys = OFF',
    'PRAGMA cache_size = -65536',
  ]);
}

/** Opens an existing SQLite file without changing its journal mode. */
export async function openAsIs(path: string): Promise<DataSource> {
  const { OPEN_READWRITE } = await loadDriver();
  const options = { flags: OPEN_READWRITE, busyTimeout: 5_000 };
  return open(path, options, [NO_TRUST]);
}

/** Opens a SQLite file in an exclusive transaction. @throws a busy error if another connection has the file locked */
export async function openExclusively(path: string): Promise<DataSource> {
  return open(path, {}, ['BEGIN EXCLUSIVE']);
}

export async function withDataSource<Result>(
  source: DataSource,
  work: (source: DataSource) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

const serving = (entities: Entities, migrations = MIGRATIONS) => ({
  busyTimeout: BUSY_TIMEOUT_MS,
  ...sourceOptions(entities, migrations),
});

async function open(
  path: string,
  options: Partial<SqliteConnectionOptions>,
  statements: string[],
): Promise<DataSource> {
  const driver = await loadDriver();
  const source = new DataSource({ type: 'sqlite', driver, database: path, ...options });
  await source.initialize();
  try {
    for (const statement of statements) await source.query(statement);
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

async function loadDriver() {
  try {
    // Without "eager", webpack would put the driver into a file of its own.
    const { DRIVER } = await import(/* webpackMode: "eager" */ './driver.js');
    return DRIVER;
  } catch (error) {
    const here = `${process.platform}-${process.arch} with Node ${process.version}`;
    throw new StartError(
      `SQLite's driver does not load on ${here} (${firstLine(error)}): unpack the release for this platform, or run npm rebuild sqlite3 in a clone`,
    );
  }
}
