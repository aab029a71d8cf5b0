import { LRUCache } from 'lru-cache';
import sqlite3, { type Statement } from 'sqlite3';
import { DataSource } from 'typeorm';
import type { SqliteConnectionOptions } from 'typeorm/driver/sqlite/SqliteConnectionOptions.js';
import { sourceOptions, type Entities } from '../source-options.js';
import { MIGRATIONS, type Migrations } from '../migrations/index.js';

/** The driver as TypeORM asks for it, which would have it record a stack trace for every statement. */
const DRIVER = { verbose: () => ({ ...sqlite3, Database: PreparingDatabase }) };

/** Marks a SQLite file as ours: the letters PYRA, at byte 68 of the file. */
export const APPLICATION_ID = 0x50_59_52_41;

/** How long one statement waits for somebody else's lock, in milliseconds. It occupies a worker thread meanwhile. */
const BUSY_TIMEOUT_MS = 100;

/** Pages in the log before a commit writes it back into the file; each is 4 KiB. A start after a kill reads them all. */
const CHECKPOINT_PAGES = 30_000;

/** Nothing in the schema of a file may call a function that does more than compute. */
const NO_TRUST = 'PRAGMA trusted_schema = OFF';

/**
 * Of each connection that serves: its cache holds what statements look at among a million wallets. More of it costs memory
 * and gains nothing, since the system keeps the file in its own.
 */
const PRAGMAS = [NO_TRUST, 'PRAGMA cache_size = -8192'];

/**
 * Opens the SQLite file at `path` for writing. An acknowledged COMMIT has reached the disk. What a statement would need
 * to be undone by itself stays in memory: in a file, it would be written for every page that is changed.
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

/** Opens it for reading only: it sees what is committed and never waits for a write. */
export async function openForReading(path: string, entities: Entities = []): Promise<DataSource> {
  return open(path, serving(entities), [...PRAGMAS, 'PRAGMA query_only = ON']);
}

/** Writes an empty database in WAL mode, marked as ours, to `path`. */
export async function createEmptyDatabase(path: string): Promise<void> {
  const pragmas = [`PRAGMA application_id = ${APPLICATION_ID}`];
  await (await open(path, serving([]), pragmas)).destroy();
}

/**
 * Opens a SQLite file that nobody uses yet, to fill it quickly: after a crash it is lost, and its rows may refer to others
 * that are not there yet. Other files can be attached by their URI.
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

/** Opens the SQLite file at `path`, which must be there, just as it is, for the operator's tool, which can wait longer. */
export async function openAsIs(path: string): Promise<DataSource> {
  const options = { flags: sqlite3.OPEN_READWRITE, busyTimeout: 5_000 };
  return open(path, options, [NO_TRUST]);
}

/** Opens it in a transaction that nobody else can have one beside. @throws what is busy when somebody else has one */
export async function openExclusively(path: string): Promise<DataSource> {
  return open(path, {}, ['BEGIN EXCLUSIVE']);
}

/** Runs `work` on a file that was opened, and closes that. */
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

/** SQLite takes `?1` as PostgreSQL takes `$1`; its own `$1` would count parameters by their first appearance. */
const PARAMETER = /\$(\d+)/g;

type Callback = (this: Statement, error: Error | null, rows: never[]) => void;

/**
 * A connection that compiles a statement once and keeps it. The driver by itself compiles each time, which is one more
 * trip to a worker thread, and throws away on the main thread, which waits there for whoever uses the connection.
 */
class PreparingDatabase extends sqlite3.Database {
  private readonly statements = new LRUCache<string, Statement>({
    max: 100,
    dispose: (statement) => statement.finalize(),
  });

  // TypeORM's set-up leaves the values out.
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
      // A statement that fails may have been stopped half-way, and hold on to what it was reading.
      if (error !== null) statements.delete(sql);
      callback.call(this, error, rows);
    };
    this.prepared(sql, callback)[how](values, answer);
    return this;
  }

  /** Parameters are `$1`, `$2`, … as on PostgreSQL. When the text does not compile, `callback` hears of it, and what is asked of the statement is dropped. */
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
