import { MigrationExecutor, type DataSource, type EntityManager } from 'typeorm';
import { firstLine, StartError } from '../core/errors.js';
import { isForbidden, isUnavailable } from './database-errors.js';
import { compareObjects, createObjects, dropTriggersAndViews } from './objects/database-objects.js';
import { nameRow, select } from './reader.js';

export class UnusableDatabase extends StartError {
  /**
   * @param place describes the database, without its password
   * @param flaw fault and remedy, as a clause such as `which ...`
   */
  constructor(place: string, flaw: string) {
    super(`DATABASE_URL names ${place}, ${flaw}`);
  }
}

/** A server migrates the database that it opens; a tool migrates only an empty one. */
export type Role = 'server' | 'tool';

export async function readApplied(source: DataSource): Promise<string[]> {
  const runner = source.createQueryRunner();
  const isMade = await runner.hasTable('migrations');
  await runner.release();
  const applied = isMade
    ? await select(source, nameRow, 'SELECT name FROM migrations ORDER BY timestamp')
    : [];
  return applied.map(({ name }) => name);
}

function knownMigrations({ migrations }: DataSource): string[] {
  return migrations.map((migration) => migration.name ?? migration.constructor.name);
}

export function findUnknown(applied: readonly string[], known: readonly string[]): string | null {
  return applied.find((name) => !known.includes(name)) ?? null;
}

const MENDED =
  'it was left unchanged; restore it from a backup, or put back the rows that were removed from its table migrations';

/**
 * Migrates a database in one transaction.
 * @returns the applied migrations
 * @throws UnusableDatabase if it cannot be migrated, or if a server finds an unknown table, trigger or view in it
 * @throws the database's own error if it is down, or the user lacks a privilege
 */
export async function migrate(source: DataSource, place: string, role: Role): Promise<string[]> {
  const applied = await readApplied(source);
  const known = knownMigrations(source);
  const flaw = findFlaw(role, applied, known);
  if (flaw !== null) throw new UnusableDatabase(place, flaw);
  const check = async (migrated: DataSource | EntityManager): Promise<void> => {
    if (role === 'server') await rejectForeign(migrated, place);
  };
  try {
    if (applied.length < known.length) return await applyMigrations(source, check);
    await check(source);
    return [];
  } catch (error) {
    const isUsable = !isUnavailable(source, error) && !isForbidden(error);
    if (error instanceof UnusableDatabase || !isUsable) throw error;
    throw new UnusableDatabase(place, `which cannot be migrated (${firstLine(error)}): ${MENDED}`);
  }
}

async function applyMigrations(
  source: DataSource,
  check: (manager: EntityManager) => Promise<void>,
): Promise<string[]> {
  const runner = source.createQueryRunner();
  try {
    await runner.startTransaction();
    // Triggers must not fire during a migration, and views block changes of tables.
    await dropTriggersAndViews(runner.manager);
    const migrations = await new MigrationExecutor(source, runner).executePendingMigrations();
    await createObjects(runner.manager);
    await check(runner.manager);
    await runner.commitTransaction();
    return migrations.map(({ name }) => name);
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

async function rejectForeign(source: DataSource | EntityManager, place: string): Promise<void> {
  const [foreign] = (await compareObjects(source)).unknown;
  if (foreign === undefined) return;
  throw new UnusableDatabase(
    place,
    `which has a foreign ${foreign}, which could do harm: the database was left unchanged; remove the ${foreign}, or restore a backup`,
  );
}

/** Returns why this role must not open a database, with the remedy; null if it may. */
export function findFlaw(
  role: Role,
  applied: readonly string[],
  known: readonly string[],
): string | null {
  const unknown = findUnknown(applied, known);
  if (unknown !== null) {
    return `which was made by another version of this program (${unknown}): it was left unchanged; start that version, or name another database`;
  }
  const isOlder = applied.length > 0 && applied.length < known.length;
  return role === 'tool' && isOlder
    ? 'which was made by an earlier version of this program: it was left unchanged; make a backup, then start the server, which migrates it'
    : null;
}
