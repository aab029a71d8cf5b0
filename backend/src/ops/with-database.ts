import { existsSync } from 'node:fs';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Clock } from '../core/clock.js';
import { StartError, Unavailable } from '../core/errors.js';
import type { Database, DatabaseLocation } from '../database/database.js';
import { globalModule } from '../core/global-module.js';
import { CostlyReader, Reader } from '../database/reader.js';
import { openDatabase } from '../open-database.js';
import { isDamage } from '../database/database-errors.js';
import { unusable } from '../database/sqlite/database-file.js';
import { UnusableDatabase } from '../database/version.js';
import { ReferralStatsService } from '../referral-stats/referral-stats.service.js';
import { ClaimTerm } from '../referral/claim-term.js';
import { loadSettings, SETTINGS } from '../settings.js';
import { reporting } from './command.js';

/**
 * Runs `work` on the database of the settings, while a server may use it.
 * @throws StartError if the database is missing or unusable
 */
export async function withDatabase<Result>(
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { database: location } = loadSettings();
  rejectMissing(location);
  try {
    return await using(await openDatabase(location, 'tool'), work);
  } catch (error) {
    const cause = error instanceof Unavailable ? error.cause : error;
    if (location.kind === 'postgres' || !isDamage(cause)) throw error;
    throw await unusable(location.path, cause);
  }
}

/** Returns the action of a command on the database. */
export function onDatabase<Words extends unknown[], Report>(
  work: (database: Database, ...words: Words) => Promise<Report>,
  describe: (report: Report, ...words: Words) => string,
  isWell?: (report: Report) => boolean,
) {
  const run = (...words: Words) => withDatabase((database) => work(database, ...words));
  return reporting(run, describe, isWell);
}

/** The server's services that commands use, without controllers and periodic jobs. */
@Module({ providers: [ClaimTerm, ReferralStatsService] })
class OpsModule {}

/** Runs `work` with an application context on the database of the settings. */
export function withServices<Result>(
  work: (services: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (database) => {
    const given = globalModule([
      { provide: SETTINGS, useValue: loadSettings() },
      { provide: Clock, useValue: new Clock() },
      { provide: Reader, useValue: database.reader },
      { provide: CostlyReader, useValue: database.costlyReader },
    ]);
    const services = await NestFactory.createApplicationContext(
      { module: OpsModule, imports: [given] },
      { logger: false, abortOnError: false },
    );
    return work(services);
  });
}

/** Returns the action of a command with the services of {@link withServices}. */
export function onServices<Words extends unknown[], Report>(
  work: (services: INestApplicationContext, ...words: Words) => Promise<Report>,
  describe: (report: Report, ...words: Words) => string,
) {
  return reporting(
    (...words: Words) => withServices((services) => work(services, ...words)),
    describe,
  );
}

export async function using<Result>(
  database: Database,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * Throws if the database is missing. A server creates one; for a tool, a missing database means a typo.
 * @throws UnusableDatabase
 */
export function rejectMissing(location: DatabaseLocation): void {
  if (location.kind === 'postgres' || existsSync(location.path)) return;
  throw new UnusableDatabase(
    location.path,
    'which does not exist: name another file, or start the server to create it',
  );
}

/**
 * Returns the absolute path of the SQLite file, which may be missing.
 * @param otherwise the command to use for PostgreSQL
 * @throws StartError if the settings name PostgreSQL
 */
export function sqliteFile(otherwise: string): string {
  const { database } = loadSettings();
  if (database.kind === 'sqlite') return database.path;
  throw new StartError(
    `DATABASE_URL names a PostgreSQL database, which has its own tools for that: ${otherwise}`,
  );
}
