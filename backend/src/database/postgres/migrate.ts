import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { select } from '../reader.js';
import { MIGRATIONS } from '../schema/create-schema.js';
import type { Opening } from '../version.js';
import { readApplied, refuseOtherVersion, runMigrations, UnusableDatabase } from '../version.js';

/** The lock that processes take turns by; its numbers are nothing but different from other locks. */
const MIGRATION_LOCK = '(20563, 0)';

/** How long a process waits for its turn before it says so, in milliseconds. */
const QUIET_WAIT_MS = 1_000;

/** How long a tool waits in all, in milliseconds. A server waits for as long as another brings the database up to date. */
const MAX_TOOL_WAIT_MS = 10_000;

const POLL_MS = 100;

const turnRow = z.object({ isOurs: z.boolean() });
const holderRow = z.object({ pid: z.int() });
const HOLDER = `
SELECT pid FROM pg_locks
WHERE locktype = 'advisory' AND (classid, objid) = ${MIGRATION_LOCK} AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * Brings the database up to date, in one transaction. Processes that start at once take turns.
 * @param place where the database is, for the message
 * @returns the names of the migrations that this took
 * @throws StartError when it may not be
 */
export async function migrate(
  dataSource: DataSource,
  place: string,
  opening: Opening,
): Promise<string[]> {
  const turn = dataSource.createQueryRunner();
  try {
    await takeTurn(turn, place, opening);
    try {
      const applied = await readApplied(turn.manager, 'postgres');
      refuseOtherVersion(place, opening, applied, MIGRATIONS);
      return await runMigrations(dataSource, place);
    } finally {
      await endTurn(turn);
    }
  } finally {
    await turn.release();
  }
}

/** @throws UnusableDatabase when a tool has waited for too long */
async function takeTurn({ manager }: QueryRunner, place: string, opening: Opening): Promise<void> {
  for (let waited = 0; !(await isOurTurn(manager)); waited += POLL_MS) {
    if (waited === QUIET_WAIT_MS) {
      const pid = await findHolder(manager);
      process.stderr.write(
        `waiting for process ${pid} of PostgreSQL, which keeps others from changing ${place}\n`,
      );
    }
    if (waited === MAX_TOOL_WAIT_MS && opening !== 'of a server') {
      const pid = await findHolder(manager);
      throw new UnusableDatabase(
        place,
        `whose lock for changing it process ${pid} of PostgreSQL has had for ${MAX_TOOL_WAIT_MS / 1_000} s: try again when that is done, or end it by SELECT pg_terminate_backend(${pid})`,
      );
    }
    await delay(POLL_MS);
  }
}

async function endTurn(turn: QueryRunner): Promise<void> {
  try {
    await turn.query(`SELECT pg_advisory_unlock${MIGRATION_LOCK}`);
  } catch {
    // The connection is lost, and the lock with it.
  }
}

async function isOurTurn(manager: EntityManager): Promise<boolean> {
  const sql = `SELECT pg_try_advisory_lock${MIGRATION_LOCK} AS "isOurs"`;
  return (await select(manager, turnRow, sql)).some(({ isOurs }) => isOurs);
}

async function findHolder(manager: EntityManager): Promise<string> {
  const [holder] = await select(manager, holderRow, HOLDER);
  return String(holder?.pid ?? 'unknown');
}
