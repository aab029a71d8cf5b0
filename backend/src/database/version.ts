import { MigrationExecutor, type DataSource } from 'typeorm';
import { z } from 'zod';
import { firstLine, StartError } from '../core/errors.js';
import { isUnavailable } from './database-errors.js';
import { compareObjects, createObjects, dropTriggersAndViews } from './objects/database-objects.js';
import { select } from './reader.js';

export class UnusableDatabase extends StartError {
  /**
   * @param place where the database is: never with a password
   * @param flaw why it cannot be used, and what to do, as the rest of a sentence: `which …`
   */
  constructor(place: string, flaw: string) {
    super(`DATABASE_URL names ${place}, ${flaw}`);
  }
}

/**
 * For whom a database is opened. A server migrates it, and gives up on what takes long. A tool leaves its version as it
 * is, since a server may be serving it, and waits for its own work, but not for long for the lock of somebody else.
 */
export type Role = 'server' | 'tool';

const nameRow = z.object({ name: z.string() });

/** Returns the names of the migrations that were applied to a database; none of a new one. */
export async function readApplied(source: DataSource): Promise<string[]> {
  const runner = source.createQueryRunner();
  const isMade = await runner.hasTable('migrations');
  await runner.release();
  const applied = isMade
    ? await select(source, nameRow, 'SELECT name FROM migrations ORDER BY timestamp')
    : [];
  return applied.map(({ name }) => name);
}

/** Returns the names of the migrations that a connection knows, oldest first. */
export function knownMigrations({ migrations }: DataSource): string[] {
  return migrations.map((migration) => migration.name ?? migration.constructor.name);
}

/** Returns a migration that this version does not know; null when there is none. */
export function findUnknown(applied: readonly string[], known: readonly string[]): string | null {
  return applied.find((name) => !known.includes(name)) ?? null;
}

const MENDED =
  'it was left as it is; restore it from a backup, or put back the rows that were removed from its table migrations';

/**
 * Migrates a database, in one transaction. Where nothing is to be migrated, nothing is written.
 * @param place where it is, for the message
 * @returns the names of the migrations that were applied
 * @throws UnusableDatabase when it may not be migrated, cannot be, or has what this version does not know
 */
export async function migrate(source: DataSource, place: string, role: Role): Promise<string[]> {
  const applied = await readApplied(source);
  const known = knownMigrations(source);
  const flaw = findFlaw(role, applied, known);
  if (flaw !== null) throw new UnusableDatabase(place, flaw);
  try {
    const migrations = applied.length < known.length ? await applyMigrations(source) : [];
    if (role === 'server') await rejectForeign(source, place);
    return migrations;
  } catch (error) {
    if (error instanceof UnusableDatabase || isUnavailable(source, error)) throw error;
    throw new UnusableDatabase(
      place,
      `which cannot be brought up to date (${firstLine(error)}): ${MENDED}`,
    );
  }
}

/**
 * Applies the migrations that are missing, and makes indexes, triggers and views anew, in one transaction.
 * @returns the names of those migrations
 */
export async function applyMigrations(source: DataSource): Promise<string[]> {
  const runner = source.createQueryRunner();
  try {
    await runner.startTransaction();
    // A migration changes rows without being watched by triggers, and tables that a view reads.
    await dropTriggersAndViews(runner.manager);
    const migrations = await new MigrationExecutor(source, runner).executePendingMigrations();
    await createObjects(runner.manager);
    await runner.commitTransaction();
    return migrations.map(({ name }) => name);
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

/** @throws UnusableDatabase when the database has a table, a trigger or a view that this version does not know */
async function rejectForeign(source: DataSource, place: string): Promise<void> {
  const [foreign] = (await compareObjects(source)).unknown;
  if (foreign === undefined) return;
  throw new UnusableDatabase(
    place,
    `which has a ${foreign} that this program has not made, and that may do anything: it was left as it is; remove that, or restore a backup`,
  );
}

/**
 * Why a database may not be migrated, and what to do; null when it may, or needs no migration.
 * @param applied names of the migrations that were applied to it; none of one that is new
 * @param known names of the migrations of this version, oldest first
 */
export function findFlaw(
  role: Role,
  applied: readonly string[],
  known: readonly string[],
): string | null {
  const unknown = findUnknown(applied, known);
  if (unknown !== null) {
    return `which another version of this program has made (${unknown}): it was left as it is; start that version, or name another one`;
  }
  const missing = known.filter((name) => !applied.includes(name));
  const [next] = missing;
  if (next === undefined || applied.length === 0) return null;
  if (known.indexOf(next) < known.length - missing.length) {
    return `whose table migrations has no ${next}, but later ones: ${MENDED}`;
  }
  return role === 'tool'
    ? 'which an earlier version of this program has made: it was left as it is; make a backup, and start the server, which brings it up to date'
    : null;
}
