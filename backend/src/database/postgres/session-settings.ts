import type { ClientBase } from 'pg';
import { z } from 'zod';

/** Settings of a session by name, formatted as SHOW prints them. */
export type SessionSettings = Readonly<Record<string, string>>;

/** The message completes `DATABASE_URL names ..., `. */
export class UnusableSession extends Error {}

const wrongRow = z.object({ name: z.string(), actual: z.string().nullable(), wanted: z.string() });

const WRONG = `
SELECT key AS name, current_setting(key, true) AS actual, value AS wanted FROM json_each_text($1)
WHERE current_setting(key, true) IS DISTINCT FROM value`;

/**
 * Sets the settings of a session and reads them back. Settings in the startup packet would not suffice: `options` in
 * DATABASE_URL replaces them, and PgBouncer may drop them.
 * @throws UnusableSession if a setting stays different
 */
export async function applySettings(client: ClientBase, settings: SessionSettings): Promise<void> {
  const findWrong = async () => {
    const { rows } = await client.query(WRONG, [JSON.stringify(settings)]);
    return z.array(wrongRow).parse(rows);
  };
  for (const { name, wanted } of await findWrong()) {
    // The check below reports a forbidden change.
    await client.query('SELECT set_config($1, $2, false)', [name, wanted]).catch(() => undefined);
  }
  const [wrong] = await findWrong();
  if (wrong === undefined) return;
  const { name, actual, wanted } = wrong;
  throw new UnusableSession(
    `where ${name} is ${actual ?? 'unknown'} instead of ${wanted}, and this user may not change it: remove it by ALTER ROLE … RESET ${name} or ALTER DATABASE … RESET ${name}, or from postgresql.conf, PGOPTIONS and DATABASE_URL`,
  );
}

const pidRows = z.tuple([z.object({ pid: z.int() })]);

async function pidOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  return pidRows.parse(rows)[0].pid;
}

/** Number of additional checks, since a pooler may return the same session twice by chance. */
const LOOKS = 3;

/**
 * Checks that no pooler shares a session among connections, as PgBouncer does in transaction mode. Neither connection
 * may be in a transaction.
 * @throws UnusableSession if a shared session is found
 */
export async function rejectSharedSessions(one: ClientBase, other: ClientBase): Promise<void> {
  const own = await pidOf(one);
  await other.query('BEGIN');
  const pids = [await pidOf(one)];
  const isShared = (await pidOf(other)) === own;
  await other.query('ROLLBACK');
  for (let look = 1; look <= LOOKS; look += 1) pids.push(await pidOf(one));
  if (isShared || pids.some((pid) => pid !== own)) {
    throw new UnusableSession(
      'where a pooler shares its sessions among connections: set pool_mode to session in PgBouncer, or name PostgreSQL itself',
    );
  }
}
