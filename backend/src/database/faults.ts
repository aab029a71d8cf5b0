import { DatabaseError } from 'pg';
import type { DataSource } from 'typeorm';
import { QueryFailedError } from 'typeorm';
import { errorCode } from '../core/errors.js';

/** What SQLite says when the disk cannot be used now, or the file on it. */
const STORAGE_FAULT = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)/;

/** Of those, the ones of a file that holds what no SQLite has written. */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/**
 * The SQLSTATEs of a PostgreSQL that cannot work now: connection, resources, operator intervention and time-outs, system
 * error, damage, a lock that stays, and a transaction that may not write, as on a standby.
 */
const FAULT = /^(08...|53...|57...|58...|XX00[12]|55P03|25006)$/;

/** Of those, the ones of a server that works, but had a statement wait too long for somebody else. */
const LONG_WAIT = /^(55P03|57014)$/;

/** Serialization failure, deadlock, unique violation. */
const LOST_RACE = /^(40001|40P01|23505)$/;

/** Whether a statement of SQLite failed because somebody else holds the lock. */
export function isBusy(error: unknown): boolean {
  return sqliteCodeOf(error) === 'SQLITE_BUSY';
}

/** Whether a statement of SQLite failed for want of a working disk, not for what it said. */
export function isStorageFault(error: unknown): boolean {
  return STORAGE_FAULT.test(sqliteCodeOf(error));
}

/** Whether a SQLite file holds what no SQLite has written. */
export function isDamage(error: unknown): boolean {
  return DAMAGE.test(sqliteCodeOf(error));
}

/** Whether a statement of PostgreSQL failed for want of a working server or of a connection to it, not for what it said. */
export function isFault(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === null || FAULT.test(state);
}

/** Whether a statement of PostgreSQL failed as every other would just now. */
export function isOutage(error: unknown): boolean {
  const state = sqlStateOf(error);
  return isFault(error) && (state === null || !LONG_WAIT.test(state));
}

/**
 * Whether a statement of PostgreSQL failed because another transaction was quicker, so that a second attempt sees what
 * that one did.
 */
export function isLostRace(error: unknown): boolean {
  return LOST_RACE.test(sqlStateOf(error) ?? '');
}

/** Whether what the driver of `source` threw is for want of a working database, not for what a statement said. */
export function isUnavailable({ options }: DataSource, error: unknown): boolean {
  return options.type === 'postgres' ? isFault(error) : isStorageFault(error);
}

/** The sentence of the rule that a statement broke; null when what the driver threw is about no rule. */
export function brokenRule(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (sqliteCodeOf(error) === 'SQLITE_CONSTRAINT') {
    return error.message.replace(/^SQLITE_CONSTRAINT: (CHECK constraint failed: )?/, '');
  }
  return sqlStateOf(error)?.startsWith('23') === true
    ? error.message.replace(/^new row for .* violates check constraint "(.*)"$/, '$1')
    : null;
}

function sqliteCodeOf(error: unknown): string {
  return errorCode(causeOf(error)) ?? '';
}

/** What the server says is wrong; null when it was not the server who said it. */
function sqlStateOf(error: unknown): string | null {
  const cause = causeOf(error);
  return cause instanceof DatabaseError ? (cause.code ?? null) : null;
}

function causeOf(error: unknown): unknown {
  return error instanceof QueryFailedError ? error.driverError : error;
}
