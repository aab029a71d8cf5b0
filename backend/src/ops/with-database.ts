import { existsSync } from 'node:fs';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Clock } from '../core/clock.js';
import { StartError, Unavailable } from '../core/errors.js';
import type { Database, DatabaseLocation } from '../database/database.js';
import { globalModule } from '../core/global-module.js';
import { Reader } from '../database/reader.js';
import { LeaderboardService } from '../leaderboard/leaderboard.service.js';
import { openDatabase } from '../open-database.js';
import { isDamage } from '../database/database-errors.js';
import { cannotUse } from '../database/sqlite/database-file.js';
import { UnusableDatabase } from '../database/version.js';
import { ProofsService } from '../proofs/proofs.service.js';
import { ReferralStatsService } from '../referral-stats/referral-stats.service.js';
import { ClaimTerm } from '../referral/claim-term.js';
import { loadSettings, SETTINGS } from '../settings.js';
import { reporting } from './command.js';

/**
 * Runs `work` on the database that the settings name, which the server may be serving meanwhile.
 * @throws StartError when there is none, or it cannot be used
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
    throw cannotUse(location.path, cause);
  }
}

/** The action of a command that works on that database: see {@link reporting}. */
export function onDatabase<Words extends unknown[], Report>(
  work: (database: Database, ...words: Words) => Promise<Report>,
  describe: (report: Report, ...words: Words) => string,
  isWell?: (report: Report) => boolean,
) {
  const run = (...words: Words) => withDatabase((database) => work(database, ...words));
  return reporting(run, describe, isWell);
}

/** What the commands use of the server: no controller, and no job that runs by itself. */
@Module({ providers: [ClaimTerm, LeaderboardService, ProofsService, ReferralStatsService] })
class OpsModule {}

/** As {@link withDatabase}, with the application context that the commands share with the server. */
export function withServices<Result>(
  work: (services: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (database) => {
    const given = globalModule([
      { provide: SETTINGS, useValue: loadSettings() },
      { provide: Clock, useValue: new Clock() },
      { provide: Reader, useValue: database.reader },
    ]);
    const services = await NestFactory.createApplicationContext(
      { module: OpsModule, imports: [given] },
      { logger: false, abortOnError: false },
    );
    return work(services);
  });
}

/** The action of a command that works with those services: see {@link reporting}. */
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
 * A server makes a database where there is none; who only looks at one has mistyped.
 * @throws UnusableDatabase
 */
export function rejectMissing(location: DatabaseLocation): void {
  if (location.kind === 'postgres' || existsSync(location.path)) return;
  throw new UnusableDatabase(
    location.path,
    'where there is no database: name another file, or start the server for a new one',
  );
}

/**
 * Absolute path of the SQLite file that the settings name, whether it is there or not.
 * @param otherwise what to type for a PostgreSQL database
 * @throws StartError when they name one of those
 */
export function sqliteFile(otherwise: string): string {
  const { database } = loadSettings();
  if (database.kind === 'sqlite') return database.path;
  throw new StartError(
    `DATABASE_URL names a PostgreSQL database, which brings its own tools for that: ${otherwise}`,
  );
}
