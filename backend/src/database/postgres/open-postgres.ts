import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { firstLine, StartError } from '../../core/errors.js';
import { Database, type StorageFigures } from '../database.js';
import { databaseErrorCode } from '../database-errors.js';
import type { Entities } from '../source-options.js';
import { select } from '../reader.js';
import { migrate, UnusableDatabase, type Role } from '../version.js';
import { Writer } from '../writer.js';
import { connectAlone, rateLimitPool, postgresSource, SETTINGS } from './connection.js';
import { applySettings, rejectSharedSessions, UnusableSession } from './session-settings.js';

const sizeRow = z.object({ bytes: z.coerce.number() });

/** @throws StartError if the database cannot be used */
export async function openPostgres(url: string, entities: Entities, role: Role): Promise<Database> {
  const place = describePlace(url);
  const reading = postgresSource(url, 'reading', role, entities);
  const costlyReading = postgresSource(url, 'costlyReading', role, entities);
  const backgroundReading = postgresSource(url, 'backgroundReading', role, entities);
  const writing = postgresSource(url, 'writing', role, entities);
  try {
    const migrations = await migrateInTurn(url, place, role);
    await reading.initialize();
    await costlyReading.initialize();
    await backgroundReading.initialize();
    await writing.initialize();
    const rateLimits = rateLimitPool(url);
    (await rateLimits.connect()).release();
    return new Database(
      reading,
      costlyReading,
      backgroundReading,
      writing,
      new Writer(writing),
      () => measureDatabase(reading),
      rateLimits,
      migrations,
    );
  } catch (error) {
    // Open connections would keep the process alive.
    for (const source of [reading, costlyReading, backgroundReading, writing]) {
      if (source.isInitialized) await source.destroy();
    }
    if (error instanceof StartError) throw error;
    if (error instanceof UnusableSession) throw new UnusableDatabase(place, error.message);
    throw new UnusableDatabase(
      place,
      `which cannot be used (${firstLine(error)}): ${remedyFor(error)}`,
    );
  }
}

const REMEDIES: readonly (readonly [code: RegExp, remedy: string])[] = [
  [/^42501$/, 'GRANT CREATE ON SCHEMA public to its user, or name a database that the user owns'],
  [/^28/, 'correct the user or the password in DATABASE_URL'],
  [/^3D000$/, 'create that database, or name another one'],
  [/CERT|^UNABLE_TO/, 'add ?sslrootcert=FILE to DATABASE_URL, with the certificate of its CA'],
];

export function remedyFor(error: unknown): string {
  const code = databaseErrorCode(error) ?? '';
  const [, remedy] = REMEDIES.find(([pattern]) => pattern.test(code)) ?? [];
  return remedy ?? 'start that server, or name a database that this process may read and write';
}

async function measureDatabase(reading: DataSource): Promise<StorageFigures> {
  const sql = 'SELECT pg_database_size(current_database()) AS bytes';
  const [row] = await select(reading, sizeRow, sql);
  return { database: row?.bytes ?? 0, wal: null, free: null };
}

function describePlace(url: string): string {
  const { pathname, host, searchParams } = new URL(url);
  return `the PostgreSQL database ${pathname.slice(1)} at ${searchParams.get('host') ?? host}`;
}

/** Key of the advisory lock for migrations; arbitrary, but no other lock has it. */
const MIGRATION_LOCK = '(20563, 0)';

const QUIET_WAIT_MS = 1_000;

/** A server waits without limit. */
const MAX_TOOL_WAIT_MS = 10_000;

const POLL_MS = 100;

const TRY = `
SELECT pg_try_advisory_xact_lock${MIGRATION_LOCK} AS "isOurs", (
  SELECT pid FROM pg_locks
  WHERE locktype = 'advisory' AND (classid, objid) = ${MIGRATION_LOCK} AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS holder`;

/**
 * Migrates a database. Processes that start together take turns by an advisory lock.
 * @returns the applied migrations
 * @throws the same as {@link migrate}; UnusableDatabase also if a tool has waited too long for the lock
 * @throws UnusableSession if a pooler shares sessions, or a setting cannot be changed
 */
export async function migrateInTurn(url: string, place: string, role: Role): Promise<string[]> {
  const lock = await connectAlone(url);
  const source = postgresSource(url, 'migrating', 'tool');
  try {
    const other = await connectAlone(url);
    try {
      await rejectSharedSessions(lock, other);
    } finally {
      await other.end();
    }
    await applySettings(lock, SETTINGS.tool);
    await waitForMigrationLock(lock, place, role);
    await source.initialize();
    return await migrate(source, place, role);
  } finally {
    if (source.isInitialized) await source.destroy();
    await lock.end();
  }
}

/** Acquires a lock that ends with its transaction: a pooler could keep a session, and thus a session's lock, for longer. */
async function waitForMigrationLock(lock: Client, place: string, role: Role): Promise<void> {
  await lock.query('BEGIN');
  for (let waited = 0; ; waited += POLL_MS) {
    const { rows } = await lock.query<{ isOurs: boolean; holder: number | null }>(TRY);
    if (rows[0]?.isOurs === true) return;
    const pid = rows[0]?.holder ?? 'unknown';
    if (waited === QUIET_WAIT_MS) {
      process.stderr.write(
        `waiting for process ${pid} of PostgreSQL, which has locked ${place} to migrate it\n`,
      );
    }
    if (waited === MAX_TOOL_WAIT_MS && role === 'tool') {
      throw new UnusableDatabase(
        place,
        `which process ${pid} of PostgreSQL has locked for ${MAX_TOOL_WAIT_MS / 1_000} s to migrate it: try again when it is done, or end it by SELECT pg_terminate_backend(${pid})`,
      );
    }
    await delay(POLL_MS);
  }
}
