import sqlite3 from 'sqlite3';
import type { MigrationInterface } from 'typeorm';
import { DataSource, QueryFailedError } from 'typeorm';
import { errorCode } from '../../core/errors.js';
import { PreparingDatabase } from './preparing-database.js';

/** The driver as TypeORM asks for it, which would have it record a stack trace for every statement. */
const DRIVER = { verbose: () => ({ ...sqlite3, Database: PreparingDatabase }) };

/** How long one statement waits for somebody else's lock, in milliseconds. It occupies a worker thread meanwhile. */
const BUSY_TIMEOUT_MS = 100;

/** Pages in the log before a commit writes it back into the file; each is 4 KiB. A start after a kill reads them all. */
const CHECKPOINT_PAGES = 30_000;

/** The same for a statement of the operator's tool, which can wait longer. */
const TOOL_BUSY_TIMEOUT_MS = 5_000;

/** Of each connection. More of it costs memory and gains nothing: the system keeps the file in its own. */
const CACHE_KIB = 4_096;

/** What a connection of ours knows of the tables. */
export interface Schema {
  readonly entities: (new () => object)[];
  readonly migrations: (new () => MigrationInterface)[];
}

/**
 * Opens the SQLite file at `path` for writing. An acknowledged COMMIT has reached the disk. What a statement would need
 * to be undone by itself stays in memory: in a file, it would be written for every page that is changed.
 */
export async function openForWriting(path: string, schema: Schema): Promise<DataSource> {
  return open(path, schema, [
    'PRAGMA synchronous = FULL',
    'PRAGMA temp_store = MEMORY',
    `PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
  ]);
}

/** Opens the SQLite file at `path` for reading only: it sees what is committed and never waits for a write. */
export async function openForReading(path: string, schema: Schema): Promise<DataSource> {
  return open(path, schema, ['PRAGMA query_only = ON']);
}

/** Writes an empty database in WAL mode to `path`. */
export async function createEmptyDatabase(path: string, applicationId: number): Promise<void> {
  const dataSource = await open(path, { entities: [], migrations: [] }, [
    `PRAGMA application_id = ${applicationId}`,
  ]);
  await dataSource.destroy();
}

/** Opens the SQLite file at `path`, which must be there, just as it is: nothing is brought up to date. */
export async function openAsIs(path: string): Promise<DataSource> {
  const dataSource = new DataSource({
    type: 'sqlite',
    driver: DRIVER,
    database: path,
    flags: sqlite3.OPEN_READWRITE,
    busyTimeout: TOOL_BUSY_TIMEOUT_MS,
  });
  return dataSource.initialize();
}

/**
 * Opens the SQLite file at `path` in a transaction that nobody else can have one beside, and writes nothing.
 * @throws what {@link isBusy} knows when somebody else has one
 */
export async function openExclusively(path: string): Promise<DataSource> {
  const dataSource = new DataSource({ type: 'sqlite', driver: DRIVER, database: path });
  await dataSource.initialize();
  try {
    await dataSource.query('BEGIN EXCLUSIVE');
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
  return dataSource;
}

/** Whether the statement failed because somebody else holds the lock. */
export function isBusy(error: unknown): boolean {
  return driverCodeOf(error) === 'SQLITE_BUSY';
}

/** Whether the statement failed for want of a working disk, not for what it said. */
export function isStorageFault(error: unknown): boolean {
  const code = driverCodeOf(error);
  return code !== null && /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)/.test(code);
}

/** The sentence of the rule that a statement broke; null when it broke none. */
export function brokenRule(error: unknown): string | null {
  return driverCodeOf(error) === 'SQLITE_CONSTRAINT' && error instanceof Error
    ? error.message.replace(/^SQLITE_CONSTRAINT: (CHECK constraint failed: )?/, '')
    : null;
}

/** Whether the file holds what no SQLite has written. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(driverCodeOf(error) ?? '');
}

function driverCodeOf(error: unknown): string | null {
  return errorCode(error instanceof QueryFailedError ? error.driverError : error);
}

async function open(path: string, schema: Schema, pragmas: string[]): Promise<DataSource> {
  const dataSource = new DataSource({
    type: 'sqlite',
    driver: DRIVER,
    database: path,
    enableWAL: true,
    busyTimeout: BUSY_TIMEOUT_MS,
    entities: schema.entities,
    migrations: schema.migrations,
    migrationsTransactionMode: 'all',
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    logger: 'debug',
  });
  await dataSource.initialize();
  for (const pragma of [
    'PRAGMA foreign_keys = ON',
    `PRAGMA cache_size = -${CACHE_KIB}`,
    ...pragmas,
  ]) {
    await dataSource.query(pragma);
  }
  return dataSource;
}
