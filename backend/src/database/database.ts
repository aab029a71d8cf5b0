import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { checkInEntity } from '../points/check-in.entity.js';
import { pointsEntryEntity } from '../points/points-entry.entity.js';
import { referralEntity } from '../referral/referral.entity.js';
import { sessionEntity } from '../session/session.entity.js';
import { signInChallengeEntity } from '../session/sign-in-challenge.entity.js';
import { walletEntity } from '../wallet/wallet.entity.js';
import { StartError } from '../start-error.js';
import { cannotUse, prepareDatabaseFile } from './database-file.js';
import { WalletsAndReferrals1795255200000 } from './migrations/001-wallets-and-referrals.js';
import { ProofsAndPoints1795341600000 } from './migrations/002-proofs-and-points.js';
import { Reader, select } from './reader.js';
import type { Schema } from './sqlite.js';
import { openForReading, openForWriting } from './sqlite.js';
import { Writer } from './writer.js';

/** Every table that TypeORM knows, and the migrations that made them, oldest first. */
export const SCHEMA: Schema = {
  entities: [
    walletEntity,
    referralEntity,
    pointsEntryEntity,
    checkInEntity,
    signInChallengeEntity,
    sessionEntity,
  ],
  migrations: [WalletsAndReferrals1795255200000, ProofsAndPoints1795341600000],
};

const nameRow = z.object({ name: z.string() });
const MIGRATION_TABLE =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'migrations'";

/** The open database: one way to read it, one way to write it. */
export class Database {
  readonly reader: Reader;
  readonly writer: Writer;

  constructor(
    private readonly reading: DataSource,
    private readonly writing: DataSource,
  ) {
    this.reader = new Reader(reading);
    this.writer = new Writer(writing);
  }

  /** Reads through both connections. @throws when the database does not answer */
  async check(): Promise<void> {
    for (const dataSource of [this.reading, this.writing]) {
      await dataSource.query('SELECT address FROM wallet LIMIT 1');
    }
  }

  /** Finishes the writes that were accepted, then closes the file. */
  async close(): Promise<void> {
    await this.writer.close();
    await this.reading.destroy();
    await this.writing.destroy();
  }
}

/**
 * Opens the database at `path`, creating it and bringing it up to date as needed.
 * @throws StartError when the file cannot be used; it is then left as it was
 */
export async function openDatabase(path: string): Promise<Database> {
  await prepareDatabaseFile(path);
  try {
    const reading = await openForReading(path, SCHEMA);
    await refuseNewer(reading, path);
    const writing = await openForWriting(path, SCHEMA);
    await writing.runMigrations();
    return new Database(reading, writing);
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(cannotUse(path, error));
  }
}

async function refuseNewer(reading: DataSource, path: string): Promise<void> {
  const [migrationTable] = await select(reading, nameRow, MIGRATION_TABLE);
  if (migrationTable === undefined) return;
  const known = new Set(SCHEMA.migrations.map((migration) => migration.name));
  const applied = await select(reading, nameRow, `SELECT name FROM ${migrationTable.name}`);
  const unknown = applied.find(({ name }) => !known.has(name))?.name;
  if (unknown === undefined) return;
  await reading.destroy();
  throw new StartError(
    `DATABASE_URL names ${path}, which a newer version of this program has changed (${unknown}): it was left as it is; start the newer version`,
  );
}
