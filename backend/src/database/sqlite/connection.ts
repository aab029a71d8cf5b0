import { LRUCache } from 'lru-cache';
import sqlite3, { type Statement } from 'sqlite3';
import { DataSource } from 'typeorm';
import type { SqliteConnectionOptions } from 'typeorm/driver/sqlite/SqliteConnectionOptions.js';
import { sourceOptions, type Entities } from '../source-options.js';
import { MIGRATIONS, type Migrations } from '../migrations/index.js';

/** The driver without stack traces for each statement, which TypeORM would enable. */
const DRIVER = { verbose: () => ({ ...sqlite3, Database: PreparingDatabase }) };

/** Application id of our SQLite files: PYRA, at byte 68. */
export const APPLICATION_ID = 0x50_59_52_41;

/** Wait of a statement for a lock, in milliseconds. It blocks a worker thread meanwhile. */
const BUSY_TIMEOUT_MS = 100;

/** Pages (4 KiB) in the log before a commit checkpoints it. A start after a kill reads them all. */
const CHECKPOINT_PAGES = 30_000;

/** The schema of a file must not call functions with side effects. */
const NO_TRUST = 'PRAGMA trusted_schema = OFF';

/** 8 MiB of cache hold the pages of 1,000,000 wallets that queries use; more gains nothing. */
const PRAGMAS = [NO_TRUST, 'PRAGMA cache_size = -8192'];

/**
 * Opens a SQLite file for writing. An acknowledged COMMIT is on the disk. Statement journals stay in memory, or each
 * changed page would be written twice.
 */
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
  ]);
}

/** Opens a SQLite file for reading committed rows; it never waits for a write. */
export async function openForReading(path: string, entities: Entities = []): Promise<DataSource> {
  return open(path, serving(entities), [...PRAGMAS, 'PRAGMA query_only = ON']);
}

/** Creates an empty database of ours in WAL mode. */
export async function createEmptyDatabase(path: string): Promise<void> {
  const pragmas = [`PRAGMA application_id = ${APPLICATION_ID}`];
  await (await open(path, serving([]), pragmas)).destroy();
}

/**
 * Opens a SQLite file for filling it quickly: unsafe on a crash, without foreign keys, and other files can be attached
 * by URI.
 */
export async function openUnfinished(path: string, migrations: Migrations): Promise<DataSource> {
  const flags = sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE | sqlite3.OPEN_URI;
  return open(path, { flags, ...sourceOptions([], migrations) }, [
    NO_TRUST,
    'PRAGMA journal_mode = OFF',
    'PRAGMA synchronous = OFF',
    'PRAGMA foreign_keys = OFF',
    'PRAGMA cache_size = -65536',
  ]);
}

/** Opens an existing SQLite file without changing its mode, for the operator's tool. */
export async function openAsIs(path: string): Promise<DataSource> {
  const options = { flags: sqlite3.OPEN_READWRITE, busyTimeout: 5_000 };
  return open(path, options, [NO_TRUST]);
}

/** Opens a SQLite file in an exclusive transaction. @throws a busy error if another connection has one */
export async function openExclusively(path: string): Promise<DataSource> {
  return open(path, {}, ['BEGIN EXCLUSIVE']);
}

/** Runs `work` and closes the data source. */
export async function using<Result>(
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
  enableWAL: true,
  busyTimeout: BUSY_TIMEOUT_MS,
  ...sourceOptions(entities, migrations),
});

async function open(
  path: string,
  options: Partial<SqliteConnectionOptions>,
  statements: string[],
): Promise<DataSource> {
  const source = new DataSource({ type: 'sqlite', driver: DRIVER, database: path, ...options });
  await source.initialize();
  try {
    for (const statement of statements) await source.query(statement);
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

/** SQLite's `?1` matches PostgreSQL's `$1`; SQLite's own `$1` would be numbered by first appearance. */
const PARAMETER = /\$(\d+)/g;

type Callback = (this: Statement, error: Error | null, rows: never[]) => void;

/**
 * A connection that caches prepared statements. The driver alone compiles each time, and finalises on the main thread,
 * which blocks on the connection.
 */
class PreparingDatabase extends sqlite3.Database {
  private readonly statements = new LRUCache<string, Statement>({
    max: 100,
    dispose: (statement) => statement.finalize(),
  });

  // TypeORM omits the values during set-up.
  override all(sql: string, values?: unknown, callback?: Callback): this {
    return callback ? this.ask('all', sql, values, callback) : super.all(sql, values);
  }

  override run(sql: string, values?: unknown, callback?: Callback): this {
    return callback ? this.ask('run', sql, values, callback) : super.run(sql, values);
  }

  override close(callback?: (error: Error | null) => void): void {
    this.wait(() => {
      this.statements.clear();
      super.close(callback);
    });
  }

  private ask(how: 'all' | 'run', sql: string, values: unknown, callback: Callback): this {
    const { statements } = this;
    const answer: Callback = function (error, rows) {
      // A failed statement may be half-way and still hold a read lock.
      if (error !== null) statements.delete(sql);
      callback.call(this, error, rows);
    };
    this.prepared(sql, callback)[how](values, answer);
    return this;
  }

  /** Returns the cached statement. `callback` receives a compile error. */
  private prepared(sql: string, callback: Callback): Statement {
    const kept = this.statements.get(sql);
    if (kept !== undefined) return kept;
    const { statements } = this;
    const keep: Callback = function (error) {
      if (error === null) statements.set(sql, this);
      else callback.call(this, error, []);
    };
    return this.prepare(sql.replaceAll(PARAMETER, '?$1'), keep);
  }
}
