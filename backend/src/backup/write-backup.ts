import { execFile, type ExecFileOptions } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DatabaseLocation } from '../database/database.js';

/** The operator's tool, as it is built beside the server. */
const OPS = fileURLToPath(new URL('./ops/main.js', import.meta.url));

/**
 * Runs the operator's tool on a database that is served, in a process of its own, so that requests are not held up.
 * @throws Error with what that process said
 */
export function runOps(
  database: DatabaseLocation,
  args: readonly string[],
  options: Pick<ExecFileOptions, 'maxBuffer' | 'timeout' | 'signal'> = {},
  ops = OPS,
): Promise<{ stdout: string }> {
  const DATABASE_URL = database.kind === 'sqlite' ? `sqlite:${database.path}` : database.url;
  const env = { ...process.env, DATABASE_URL };
  return promisify(execFile)(process.execPath, [ops, ...args], { ...options, env });
}

/**
 * Copies a database that is served into `file`, which appears only when the copy is complete.
 * @throws Error with what the process that does it said
 */
export async function writeBackup(database: DatabaseLocation, file: string): Promise<void> {
  if (database.kind === 'sqlite') {
    await runOps(database, ['backup', file]);
    return;
  }
  const unfinished = `${file}.new`;
  try {
    const args = ['--format=custom', `--file=${unfinished}`];
    await promisify(execFile)('pg_dump', args, { env: connectionVariables(database.url) });
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** What pg_dump is to connect to, in its environment: everybody on the machine sees the arguments of a process. */
function connectionVariables(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const variables = {
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
    PGSSLROOTCERT: searchParams.get('sslrootcert') ?? '',
  };
  const given = Object.entries(variables).filter(([, value]) => value !== '');
  return { ...process.env, ...Object.fromEntries(given) };
}
