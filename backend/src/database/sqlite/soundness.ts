import { stat } from 'node:fs/promises';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { firstLine } from '../../core/errors.js';
import { isDamage } from '../faults.js';
import { select } from '../reader.js';
import { MIGRATIONS } from '../schema/create-schema.js';
import { findUnknown, readApplied } from '../version.js';
import { openAsIs, openForReading, using } from './connection.js';
import { cannotUse, findFault, leftAsItIs, prepareDatabaseFile } from './database-file.js';
import { makeSqliteObjects, readSqliteObjects } from './schema-objects.js';

/** The largest file of which every page is read before it is served, in bytes; more would hold up the start. */
const MAX_BYTES = 64 * 1024 * 1024;

/** What SQLite says before it says what is wrong. */
const WHICH_DATABASE = '*** in database main ***\n';

const nameRow = z.object({ name: z.string() });
const checkRow = z.record(z.string(), z.string());
const orphanRow = z.object({ table: z.string(), parent: z.string() });

/**
 * Makes sure that the SQLite file at `path` is one to be served: reads all of a small file, and of a large one the
 * beginning of each table; the rest of it is for `doctor`.
 * @throws StartError when it is damaged, cannot be read, or has what acts by itself and is none of ours
 */
export async function refuseDamaged(path: string): Promise<void> {
  await prepareDatabaseFile(path);
  let flaw: string | null;
  try {
    const { size } = await stat(path);
    flaw = await using(await openForReading(path), async (source) => {
      if (size > MAX_BYTES) await readBeginnings(source);
      else {
        const damage = await findDamagedPage(source, 'quick_check');
        if (damage !== null) return `is damaged (${damage})`;
      }
      // What another version has made is refused when it is opened, with what to do about it.
      return (await findOtherVersion(source)) === null ? findForeign(source) : null;
    });
  } catch (error) {
    throw cannotUse(path, error);
  }
  if (flaw !== null) throw leftAsItIs(path, flaw);
}

/**
 * What keeps the SQLite file at `path` from being a sound database of ours, as words that follow its name; null when
 * nothing does. Every page is read. Nobody else may have the file open; afterwards it has no log beside it.
 */
export async function examineFile(path: string): Promise<string | null> {
  const fault = await findFault(path);
  if (fault !== null) return fault;
  try {
    return await using(await openAsIs(path), async (source) => {
      await source.query(INTO_ONE_FILE);
      return (await findDamage(source)) ?? (await findOtherVersion(source));
    });
  } catch (error) {
    if (isDamage(error)) return `is damaged (${String(error)})`;
    throw error;
  }
}

/** The same for what acts by itself in a sound file and is none of ours. */
export async function examineSchema(path: string): Promise<string | null> {
  return using(await openAsIs(path), findForeign);
}

const INTO_ONE_FILE = 'PRAGMA journal_mode = DELETE';

/** Has the file at `path` say everything by itself, without a log. Nobody else may have it open. */
export async function bringIntoOneFile(path: string): Promise<void> {
  await using(await openAsIs(path), (source) => source.query(INTO_ONE_FILE));
}

async function readBeginnings(source: DataSource): Promise<void> {
  const tables = "SELECT name FROM sqlite_schema WHERE type = 'table'";
  for (const { name } of await select(source, nameRow, tables)) {
    await source.query(`SELECT * FROM "${name}" LIMIT 1`);
  }
}

/** What SQLite says of the first page that is not sound; null when all are. */
async function findDamagedPage(
  source: DataSource,
  check: 'quick_check' | 'integrity_check',
): Promise<string | null> {
  const [row = {}] = await select(source, checkRow, `PRAGMA ${check}(1)`);
  const [said = 'it cannot be checked'] = Object.values(row);
  return said === 'ok' ? null : firstLine(said.replace(WHICH_DATABASE, ''));
}

async function findDamage(source: DataSource): Promise<string | null> {
  const damage = await findDamagedPage(source, 'integrity_check');
  if (damage !== null) return `is damaged (${damage})`;
  const [orphan] = await select(source, orphanRow, 'PRAGMA foreign_key_check');
  return orphan === undefined
    ? null
    : `is damaged (a row of ${orphan.table} names one of ${orphan.parent} that is missing)`;
}

/**
 * What acts by itself in a database when rows change, and no migration of ours has made so: a trigger, or a table of ours
 * with other columns or rules. Null when there is none. What is missing is not looked for.
 */
async function findForeign(source: DataSource): Promise<string | null> {
  const { length } = await readApplied(source);
  const made = await makeSqliteObjects(length);
  const object = (await readSqliteObjects(source)).find(({ kind, name, definition }) => {
    const ours = made.find((each) => each.kind === kind && each.name === name);
    if (ours === undefined) return kind === 'trigger';
    return (kind === 'trigger' || kind === 'table') && ours.definition !== definition;
  });
  if (object === undefined) return null;
  const { kind, name, definition } = object;
  const isOurs = (await makeSqliteObjects()).some(
    (each) => each.kind === kind && each.name === name && each.definition === definition,
  );
  return isOurs
    ? 'lacks rows of its table migrations, which must be put back'
    : `has a ${kind} ${name} that this program has not made so, and that may do anything`;
}

/** Why a database is of no version that this one brings up to date; null when it is of one. */
async function findOtherVersion(source: DataSource): Promise<string | null> {
  const unknown = findUnknown(await readApplied(source), MIGRATIONS);
  return unknown === null ? null : `was made by another version of this program (${unknown})`;
}
