import { stat } from 'node:fs/promises';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { isDamage } from '../faults.js';
import { select } from '../reader.js';
import { MIGRATIONS } from '../schema/create-schema.js';
import { findUnknown, isFormer, readApplied } from '../version.js';
import { openAsIs, openForReading } from './connection.js';
import { findForeignObject } from './schema-objects.js';
import {
  cannotUse,
  findFault,
  isDamaged,
  leftAsItIs,
  prepareDatabaseFile,
} from './database-file.js';

/** The largest file of which every page is read before it is served, in bytes; more would hold up the start. */
const MAX_BYTES = 64 * 1024 * 1024;

const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'";

const nameRow = z.object({ name: z.string() });
const quickRow = z.object({ quick_check: z.string() });
const integrityRow = z.object({ integrity_check: z.string() });
const orphanRow = z.object({ table: z.string(), parent: z.string() });

/** What SQLite says of a file in which nothing is wrong. */
const SOUND = 'ok';

/**
 * Makes sure that the SQLite file at `path` is one to be served: reads all of a small file, and of a large one the
 * beginning of each table; the rest of it is for `doctor`.
 * @throws StartError when it is damaged, cannot be read, or has what acts by itself and is none of ours; it is then left as
 * it was
 */
export async function refuseDamaged(path: string): Promise<void> {
  await prepareDatabaseFile(path);
  let reading: DataSource | null = null;
  let found = SOUND;
  let foreign: string | null = null;
  try {
    const { size } = await stat(path);
    reading = await openForReading(path);
    if (size > MAX_BYTES) await readBeginnings(reading);
    else found = await checkQuickly(reading);
    // What another version has made is refused when it is opened, with what to do about it.
    if (found === SOUND && (await findOtherVersion(reading)) === null) {
      foreign = await findForeign(reading);
    }
  } catch (error) {
    throw cannotUse(path, error);
  } finally {
    await reading?.destroy();
  }
  const [reason = ''] = found.split('\n', 1);
  if (reason !== SOUND) throw isDamaged(path, reason);
  if (foreign !== null) throw leftAsItIs(path, foreign);
}

/**
 * What keeps the SQLite file at `path` from being a sound database of ours, as words that follow its name; null when
 * nothing does. Every page is read. Nobody else may have the file open; afterwards it has no log beside it.
 */
export async function examineFile(path: string): Promise<string | null> {
  const fault = await findFault(path);
  if (fault !== null) return fault;
  let source: DataSource | null = null;
  try {
    source = await openAsIs(path);
    await source.query('PRAGMA journal_mode = DELETE');
    return (await findDamage(source)) ?? (await findOtherVersion(source));
  } catch (error) {
    if (isDamage(error)) return `is damaged (${String(error)})`;
    throw error;
  } finally {
    await source?.destroy();
  }
}

/**
 * What the sound SQLite file at `path` has that acts by itself and is none of ours, as words that follow its name; null when
 * there is nothing. Nobody else may have it open.
 */
export async function examineSchema(path: string): Promise<string | null> {
  const source = await openAsIs(path);
  try {
    return await findForeign(source);
  } finally {
    await source.destroy();
  }
}

/** Has the file at `path` say everything by itself, without a log. Nobody else may have it open. */
export async function bringIntoOneFile(path: string): Promise<void> {
  const source = await openAsIs(path);
  await source.query('PRAGMA journal_mode = DELETE');
  await source.destroy();
}

async function checkQuickly(reading: DataSource): Promise<string> {
  const [row] = await select(reading, quickRow, 'PRAGMA quick_check(1)');
  return row?.quick_check ?? SOUND;
}

async function readBeginnings(reading: DataSource): Promise<void> {
  for (const { name } of await select(reading, nameRow, TABLES)) {
    await select(reading, z.unknown(), `SELECT * FROM "${name}" LIMIT 1`);
  }
}

async function findDamage(source: DataSource): Promise<string | null> {
  const [integrity] = await select(source, integrityRow, 'PRAGMA integrity_check(1)');
  if (integrity?.integrity_check !== SOUND) {
    return `is damaged (${integrity?.integrity_check ?? 'it cannot be checked'})`;
  }
  const [orphan] = await select(source, orphanRow, 'PRAGMA foreign_key_check');
  return orphan === undefined
    ? null
    : `is damaged (a row of ${orphan.table} names one of ${orphan.parent} that is missing)`;
}

/** What acts by itself in a database and is none of ours; null when there is nothing. */
async function findForeign(source: DataSource): Promise<string | null> {
  const { length } = await readApplied(source, 'sqlite');
  const object = await findForeignObject(source, length);
  return object === null
    ? null
    : `has a ${object.kind} ${object.name} that this program has not made so, and that may do anything`;
}

/** Why a database is of no version that this one brings up to date; null when it is of one. */
async function findOtherVersion(source: DataSource): Promise<string | null> {
  const applied = await readApplied(source, 'sqlite');
  if (isFormer(applied))
    return 'was made before the first release of this program: name another one';
  const unknown = findUnknown(applied, MIGRATIONS);
  return unknown === null ? null : `was written by a newer version of this program (${unknown})`;
}
