import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { firstLine, StartError } from '../core/errors.js';
import { isUnavailable } from './faults.js';
import { select } from './reader.js';
import type { DatabaseKind } from './schema/table.js';

/** A database that cannot be used as things are. */
export class UnusableDatabase extends StartError {
  /**
   * @param place where the database is: never with a password
   * @param flaw why it cannot be used, and what to do, as the rest of a sentence: `which …`
   * @param setting what named the database
   */
  constructor(
    private readonly place: string,
    private readonly flaw: string,
    setting = 'DATABASE_URL',
  ) {
    super(`${setting} names ${place}, ${flaw}`);
  }

  /** The same of a database that something else than DATABASE_URL named. */
  namedBy(setting: string): UnusableDatabase {
    return new UnusableDatabase(this.place, this.flaw, setting);
  }
}

/**
 * For whom a database is opened. A server brings it up to date, and gives up on what takes long, so that its visitors
 * hear of it. A tool leaves its version as it is, since a server may be serving it, and waits as long as its own work
 * takes, but no longer for the lock of somebody else.
 */
export type Opening = 'of a server' | 'of a tool';

type Migrations = readonly { readonly name: string }[];

const nameRow = z.object({ name: z.string() });

const MIGRATION_TABLE = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'",
  postgres:
    "SELECT table_name AS name FROM information_schema.tables WHERE table_name = 'migrations' AND table_schema = current_schema()",
};

/** The names of the migrations that made a database what it is; none of one that is new. */
export async function readApplied(
  source: DataSource | EntityManager,
  kind: DatabaseKind,
): Promise<string[]> {
  const [migrationTable] = await select(source, nameRow, MIGRATION_TABLE[kind]);
  if (migrationTable === undefined) return [];
  const applied = await select(source, nameRow, `SELECT name FROM ${migrationTable.name}`);
  return applied.map(({ name }) => name);
}

/** A migration that only a newer version of this program knows; null when there is none. */
export function findUnknown(applied: readonly string[], known: Migrations): string | null {
  return applied.find((name) => known.every((migration) => migration.name !== name)) ?? null;
}

/** The migrations with which databases of before the first release began. */
const FORMER = new Set([
  'WalletsAndReferrals1795255200000',
  'Pyramid1795428000000',
  'CreateSchemaOnSqlite1795392000000',
  'CreateSchemaOnPostgres1795392000000',
]);

/** Whether a database is of before the first release, which nothing reads any more. */
export function isFormer(applied: readonly string[]): boolean {
  return applied.some((name) => FORMER.has(name));
}

const MENDED =
  'it was left as it is; restore it from a backup, or put back the rows that were removed from its table migrations';

/**
 * Makes sure that a database may be brought up to date, or is.
 * @param place where it is, for the message
 * @param applied names of the migrations that made it what it is; none of one that is new
 * @param known the migrations of this version
 * @throws UnusableDatabase when it is of before the first release, a newer version has changed it, an earlier one has made
 * it and a tool opens it, or one is missing among its migrations
 */
export function refuseOtherVersion(
  place: string,
  opening: Opening,
  applied: readonly string[],
  known: Migrations,
): void {
  if (isFormer(applied)) {
    throw new UnusableDatabase(
      place,
      'which was made before the first release of this program: it was left as it is; name another one',
    );
  }
  const unknown = findUnknown(applied, known);
  if (unknown !== null) {
    throw new UnusableDatabase(
      place,
      `which a newer version of this program has changed (${unknown}): it was left as it is; start the newer version`,
    );
  }
  const isApplied = ({ name }: { readonly name: string }): boolean => applied.includes(name);
  const skipped = known.find(
    (each, index) => !isApplied(each) && known.slice(index).some(isApplied),
  );
  if (skipped !== undefined) {
    throw new UnusableDatabase(
      place,
      `whose table migrations has no ${skipped.name}, but later ones: ${MENDED}`,
    );
  }
  if (opening !== 'of a server' && applied.length > 0 && !known.every(isApplied)) {
    throw new UnusableDatabase(
      place,
      'which an earlier version of this program has made: it was left as it is; make a backup, and start the server, which brings it up to date',
    );
  }
}

/**
 * Brings a database up to date, in one transaction.
 * @param place where it is, for the message
 * @returns the names of the migrations that this took
 * @throws UnusableDatabase when what is in it does not let it be
 */
export async function runMigrations(source: DataSource, place: string): Promise<string[]> {
  try {
    return (await source.runMigrations()).map(({ name }) => name);
  } catch (error) {
    if (isUnavailable(source, error)) throw error;
    throw new UnusableDatabase(
      place,
      `which cannot be brought up to date (${firstLine(error)}): ${MENDED}`,
    );
  }
}
