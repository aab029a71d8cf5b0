import { execFile } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { OPS } from '../core/ops-process.js';
import type { DatabaseLocation } from '../database/database.js';

/** Copies the database to `file`, which appears only when the copy is complete. */
export async function makeBackup(database: DatabaseLocation, file: string): Promise<void> {
  if (database.kind === 'sqlite') {
    // A child process, so that the backup does not delay requests.
    const env = { ...process.env, DATABASE_URL: `sqlite:${database.path}` };
    await promisify(execFile)(process.execPath, [OPS, 'backup', file], { env });
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

/** Returns the connection settings of pg_dump as environment variables, since arguments are visible to every user. */
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
