import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { firstLine, StartError } from '../core/errors.js';
import { isUnavailable } from './faults.js';
import { select } from './reader.js';
import { MIGRATIONS } from './schema/create-schema.js';

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
 * For whom a database is opened. A server brings it up to date, and gives up on what takes long. A tool leaves its version
 * as it is, since a server may be serving it, and waits for its own work, but not for long for the lock of somebody else.
 */
export type Opening = 'of a server' | 'of a tool';

type Migrations = readonly { readonly name: string }[];

const nameRow = z.object({ name: z.string() });

/** The names of the migrations that made a database what it is; none of one that is new. */
export async function readApplied(source: DataSource): Promise<string[]> {
  const runner = source.createQueryRunner();
  const isMade = await runner.hasTable('migrations');
  await runner.release();
  const applied = isMade ? await select(source, nameRow, 'SELECT name FROM migrations') : [];
  return applied.map(({ name }) => name);
}

/** A migration that this version of the program does not know; null when there is none. */
export function findUnknown(applied: readonly string[], known: Migrations): string | null {
  return applied.find((name) => known.every((migration) => migration.name !== name)) ?? null;
}

const MENDED =
  'it was left as it is; restore it from a backup, or put back the rows that were removed from its table migrations';

/**
 * Brings a database up to date, in one transaction.
 * @param place where it is, for the message
 * @returns the names of the migrations that this took
 * @throws UnusableDatabase when it may not be, or what is in it does not let it be
 */
export async function bringUpToDate(
  source: DataSource,
  place: string,
  opening: Opening,
): Promise<string[]> {
  const flaw = findFlaw(opening, await readApplied(source), MIGRATIONS);
  if (flaw !== null) throw new UnusableDatabase(place, flaw);
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

/**
 * Why a database may not be brought up to date, and what to do; null when it may, or is.
 * @param applied names of the migrations that made it what it is; none of one that is new
 * @param known the migrations of this version
 */
export function findFlaw(
  opening: Opening,
  applied: readonly string[],
  known: Migrations,
): string | null {
  const unknown = findUnknown(applied, known);
  if (unknown !== null) {
    return `which another version of this program has made (${unknown}): it was left as it is; start that version, or name another one`;
  }
  const missing = known.filter(({ name }) => !applied.includes(name));
  const [next] = missing;
  if (next === undefined || applied.length === 0) return null;
  if (known.indexOf(next) < known.length - missing.length) {
    return `whose table migrations has no ${next.name}, but later ones: ${MENDED}`;
  }
  return opening === 'of a tool'
    ? 'which an earlier version of this program has made: it was left as it is; make a backup, and start the server, which brings it up to date'
    : null;
}
