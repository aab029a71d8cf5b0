import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { StartError } from '../core/errors.js';
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
 * takes, but no longer for the lock of somebody else. A copy only reads, so that it opens a database of before the first
 * release, too, whose tables have the same names and columns.
 */
export type Opening = 'of a server' | 'of a tool' | 'of a copy';

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

/** The migrations with which a database of before the first release began, on SQLite and on PostgreSQL, and the last. */
const FIRST_FORMER = ['WalletsAndReferrals1795255200000', 'Pyramid1795428000000'];
const LAST_FORMER = 'FewerSiblings1795946400000';

/** What to do about a database of before the first release; null when it is none. */
export function findFormer(applied: readonly string[]): string | null {
  if (!FIRST_FORMER.some((name) => applied.includes(name))) return null;
  return applied.includes(LAST_FORMER)
    ? 'copy it into a new one (npm run ops -- copy --from … --to …), and name that one'
    : 'it is too old to be copied; name another one';
}

/** Whether a database may be read as it is, with no migration of this version in it. */
export function isReadAsItIs(opening: Opening, applied: readonly string[]): boolean {
  return opening === 'of a copy' && applied.includes(LAST_FORMER);
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
  const advice = findFormer(applied);
  if (advice !== null) {
    if (isReadAsItIs(opening, applied)) return;
    throw new UnusableDatabase(
      place,
      `which was made before the first release of this program: it was left as it is; ${advice}`,
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
 * What to say of a database that could not be brought up to date.
 * @param place where it is
 * @param error why
 */
export function cannotUpdate(place: string, error: unknown): UnusableDatabase {
  const [reason = ''] = String(error).split('\n', 1);
  return new UnusableDatabase(place, `which cannot be brought up to date (${reason}): ${MENDED}`);
}
