import type { DataSource, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { select } from '../reader.js';
import { UnusableDatabase } from '../unusable-database.js';
import { SCHEMA } from './schema.js';

/** The lock that processes take turns by; its number is nothing but different from other locks. */
const MIGRATING = '(20563, 0)';

const nameRow = z.object({ name: z.string() });
const MIGRATION_TABLE =
  "SELECT table_name AS name FROM information_schema.tables WHERE table_name = 'migrations' AND table_schema = current_schema()";

/**
 * Brings the database up to date, in one transaction. Processes that start at once take turns.
 * @param place where the database is, for the message
 * @throws StartError when a newer version of this program has changed it
 */
export async function migrate(dataSource: DataSource, place: string): Promise<void> {
  const turn = dataSource.createQueryRunner();
  try {
    await turn.query(`SELECT pg_advisory_lock${MIGRATING}`);
    await refuseNewer(turn, place);
    await dataSource.runMigrations();
  } finally {
    await turn.query(`SELECT pg_advisory_unlock${MIGRATING}`);
    await turn.release();
  }
}

async function refuseNewer({ manager }: QueryRunner, place: string): Promise<void> {
  const [migrationTable] = await select(manager, nameRow, MIGRATION_TABLE);
  if (migrationTable === undefined) return;
  const known = new Set(SCHEMA.migrations.map((migration) => migration.name));
  const applied = await select(manager, nameRow, `SELECT name FROM ${migrationTable.name}`);
  const unknown = applied.find(({ name }) => !known.has(name))?.name;
  if (unknown === undefined) return;
  throw new UnusableDatabase(
    place,
    `which a newer version of this program has changed (${unknown}): it was left as it is; start the newer version`,
  );
}
