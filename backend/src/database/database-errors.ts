import { DatabaseError } from 'pg';
import { QueryFailedError, type DataSource } from 'typeorm';
import { errorCode, Unavailable } from '../core/errors.js';
import { kindOf } from './dialect.js';

const STORAGE_ERROR = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)/;

const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/**
 * SQLSTATEs for: lost connection, lack of resources, operator intervention, system error, damage, lock timeout,
 * read-only standby, and timeout of a transaction or of its idle time.
 */
const SERVER_ERROR = /^(08...|53...|57...|58...|XX00[12]|55P03|25006|25P0[34])$/;

export const isBusy = (error: unknown): boolean => sqliteCodeOf(error) === 'SQLITE_BUSY';

export class FilesReplaced extends Error {
  /** @param isIntact true if the database is at its path, and neither it nor its WAL was overwritten */
  constructor(
    file: string,
    readonly isIntact: boolean,
  ) {
    super(`${file} was removed, replaced or overwritten while the server had it open`);
  }
}

/** True if a file, its disk or its lock failed, rather than the statement. */
export const isStorageError = (error: unknown): boolean =>
  error instanceof FilesReplaced || STORAGE_ERROR.test(sqliteCodeOf(error));

export const isDamage = (error: unknown): boolean => DAMAGE.test(sqliteCodeOf(error));

const isServerError = (error: unknown): boolean => SERVER_ERROR.test(sqlStateOf(error));

/** True if the PostgreSQL user lacks a privilege. */
export const isForbidden = (error: unknown): boolean => databaseErrorCode(error) === '42501';

/** Returns the error code of SQLite, PostgreSQL or Node, or null. */
export const databaseErrorCode = (error: unknown): string | null => errorCode(causeOf(error));

export const isUnavailable = (source: DataSource, error: unknown): boolean =>
  kindOf(source) === 'postgres' ? isServerError(error) : isStorageError(error);

/**
 * Returns the name of a violated CHECK, or the database's message about another constraint or from a trigger; null for
 * other errors.
 */
export function brokenRule(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (sqliteCodeOf(error) === 'SQLITE_CONSTRAINT') {
    return error.message.replace(/^SQLITE_CONSTRAINT: (CHECK constraint failed: )?/, '');
  }
  return sqlStateOf(error).startsWith('23')
    ? error.message.replace(/^new row for [^"]*"[^"]*" violates check constraint "([^"]*)"$/, '$1')
    : null;
}

const sqliteCodeOf = (error: unknown): string => databaseErrorCode(error) ?? '';

/** An error that is not from the server counts as a lost connection. */
function sqlStateOf(error: unknown): string {
  const cause = causeOf(error);
  return (cause instanceof DatabaseError ? cause.code : undefined) ?? '08000';
}

function causeOf(error: unknown): unknown {
  if (error instanceof Unavailable) return causeOf(error.cause);
  return error instanceof QueryFailedError ? error.driverError : error;
}
