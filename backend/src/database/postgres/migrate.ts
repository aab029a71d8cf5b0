import type { DataSource, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { select } from '../reader.js';
import type { Opening } from '../version.js';
import { cannotUpdate, refuseOtherVersion } from '../version.js';
import { isFault } from './faults.js';
import { SCHEMA } from './schema.js';

/** The lock that processes take turns by; its number is nothing but different from other locks. */
const MIGRATING = '(20563, 0)';

const nameRow = z.object({ name: z.string() });
const MIGRATION_TABLE =
  "SELECT table_name AS name FROM information_schema.tables WHERE table_name = 'migrations' AND table_schema = current_schema()";

/**
 * Brings the database up to date, in one transaction. Processes that start at once take turns.
 * @param place where the database is, for the message
 * @throws StartError when it may not be
 */
export async function migrate(
  dataSource: DataSource,
  place: string,
  opening: Opening,
): Promise<void> {
  const turn = dataSource.createQueryRunner();
  try {
    await turn.query(`SELECT pg_advisory_lock${MIGRATING}`);
    refuseOtherVersion(place, opening, await readApplied(turn), SCHEMA.migrations);
    await runMigrations(dataSource, place);
  } finally {
    await turn.query(`SELECT pg_advisory_unlock${MIGRATING}`);
    await turn.release();
  }
}

async function runMigrations(dataSource: DataSource, place: string): Promise<void> {
  try {
    await dataSource.runMigrations();
  } catch (error) {
    throw isFault(error) ? error : cannotUpdate(place, error);
  }
}

/** The names of the migrations that made the database what it is; none of one that is new. */
async function readApplied({ manager }: QueryRunner): Promise<string[]> {
  const [migrationTable] = await select(manager, nameRow, MIGRATION_TABLE);
  if (migrationTable === undefined) return [];
  const applied = await select(manager, nameRow, `SELECT name FROM ${migrationTable.name}`);
  return applied.map(({ name }) => name);
}
