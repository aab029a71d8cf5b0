import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { select } from '../reader.js';
import { UnusableDatabase } from '../unusable-database.js';
import type { Opening } from '../version.js';
import { cannotUpdate, isReadAsItIs, refuseOtherVersion } from '../version.js';
import { isFault } from './faults.js';
import { SCHEMA } from './schema.js';

/** The lock that processes take turns by; its numbers are nothing but different from other locks. */
const MIGRATING = '(20563, 0)';

/** How long a process waits for its turn before it says so, in milliseconds. */
const SILENT_MS = 1_000;

/** How long a tool waits in all, in milliseconds. A server waits for as long as another brings the database up to date. */
const TOOL_PATIENCE_MS = 10_000;

const POLL_MS = 100;

const turnRow = z.object({ isOurs: z.boolean() });
const holderRow = z.object({ pid: z.int() });
const HOLDER = `
SELECT pid FROM pg_locks
WHERE locktype = 'advisory' AND (classid, objid) = ${MIGRATING} AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

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
    await takeTurn(turn, place, opening);
    const applied = await readApplied(turn);
    refuseOtherVersion(place, opening, applied, SCHEMA.migrations);
    if (!isReadAsItIs(opening, applied)) await runMigrations(dataSource, place);
    await turn.query(`SELECT pg_advisory_unlock${MIGRATING}`);
  } finally {
    await turn.release();
  }
}

/** @throws UnusableDatabase when a tool has waited for too long */
async function takeTurn({ manager }: QueryRunner, place: string, opening: Opening): Promise<void> {
  for (let waited = 0; !(await isOurTurn(manager)); waited += POLL_MS) {
    if (waited === SILENT_MS) {
      const pid = await findHolder(manager);
      process.stderr.write(
        `waiting for process ${pid} of PostgreSQL, which keeps others from changing ${place}\n`,
      );
    }
    if (waited === TOOL_PATIENCE_MS && opening !== 'of a server') {
      const pid = await findHolder(manager);
      throw new UnusableDatabase(
        place,
        `whose lock for changing it process ${pid} of PostgreSQL has had for ${TOOL_PATIENCE_MS / 1_000} s: try again when that is done, or end it by SELECT pg_terminate_backend(${pid})`,
      );
    }
    await delay(POLL_MS);
  }
}

async function isOurTurn(manager: EntityManager): Promise<boolean> {
  const sql = `SELECT pg_try_advisory_lock${MIGRATING} AS "isOurs"`;
  return (await select(manager, turnRow, sql)).some(({ isOurs }) => isOurs);
}

async function findHolder(manager: EntityManager): Promise<string> {
  const [holder] = await select(manager, holderRow, HOLDER);
  return String(holder?.pid ?? 'unknown');
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
