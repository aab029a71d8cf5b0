import { DatabaseError } from 'pg';
import { QueryFailedError, type DataSource, type DeleteResult, type UpdateResult } from 'typeorm';
import { errorCode } from '../core/errors.js';
import { kindOf } from './dialect.js';

/** SQLite: the disk cannot be used now, or the file on it. */
const STORAGE_ERROR = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)/;

const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/**
 * SQLSTATEs of a PostgreSQL that cannot work now: connection, resources, operator intervention and time-outs, system
 * error, damage, a lock that stays, a transaction that may not write, as on a standby, and one that stood still for too long.
 */
const SERVER_ERROR = /^(08...|53...|57...|58...|XX00[12]|55P03|25006|25P0[34])$/;

/**
 * Serialization failure, deadlock, unique violation, and what a trigger raises where it finds a rule broken: the job
 * found it kept, before it had to wait for somebody who then changed that.
 */
const LOST_RACE = /^(40001|40P01|23505|23000)$/;

/** Whether somebody else holds the lock of the SQLite file. */
export const isBusy = (error: unknown): boolean => sqliteCodeOf(error) === 'SQLITE_BUSY';

/** A file that the server has open is no longer the one at its path, so that what it writes would be lost. */
export class FilesReplaced extends Error {
  /** @param isIntact whether the database is in its place and its log is whole, so that closing it loses nothing */
  constructor(
    file: string,
    readonly isIntact: boolean,
  ) {
    super(`${file} was removed, replaced or overwritten while the server had it open`);
  }
}

/** Whether a statement of SQLite failed for want of a working disk, not for what it said. */
export const isStorageError = (error: unknown): boolean =>
  error instanceof FilesReplaced || STORAGE_ERROR.test(sqliteCodeOf(error));

/** Whether a SQLite file holds what no SQLite has written. */
export const isDamage = (error: unknown): boolean => DAMAGE.test(sqliteCodeOf(error));

/** Whether a statement failed for want of a working PostgreSQL or of a connection to it, not for what it said. */
export const isServerError = (error: unknown): boolean => SERVER_ERROR.test(sqlStateOf(error));

/** An UPDATE or DELETE found that another transaction had already changed its row. The writer retries the job. */
export class LostRace extends Error {}

/**
 * For an UPDATE or DELETE of a row that the transaction has read before.
 * @throws LostRace when the row is gone or no longer matches
 */
export function expectOneRow({ affected }: Pick<UpdateResult | DeleteResult, 'affected'>): void {
  if (affected !== 1) throw new LostRace(`${String(affected)} rows were changed instead of one`);
}

/** True if another transaction of PostgreSQL was quicker, so that a second attempt sees what that one did. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof LostRace || LOST_RACE.test(sqlStateOf(error));

/** Whether it is for want of a working database, of the kind that `source` is. */
export const isUnavailable = (source: DataSource, error: unknown): boolean =>
  kindOf(source) === 'postgres' ? isServerError(error) : isStorageError(error);

/** The sentence of the rule that a statement broke; null when what the driver threw is about no rule. */
export function brokenRule(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (sqliteCodeOf(error) === 'SQLITE_CONSTRAINT') {
    return error.message.replace(/^SQLITE_CONSTRAINT: (CHECK constraint failed: )?/, '');
  }
  return sqlStateOf(error).startsWith('23')
    ? error.message.replace(/^new row for .* violates check constraint "(.*)"$/, '$1')
    : null;
}

const sqliteCodeOf = (error: unknown): string => errorCode(causeOf(error)) ?? '';

/** What the server says is wrong; a connection that is none when it was not the server who said it. */
function sqlStateOf(error: unknown): string {
  const cause = causeOf(error);
  return (cause instanceof DatabaseError ? cause.code : undefined) ?? '08000';
}

const causeOf = (error: unknown): unknown =>
  error instanceof QueryFailedError ? error.driverError : error;
