import { execFile } from 'node:child_process';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { promisify } from 'node:util';
import { rootFolder } from '../core/build.js';
import { requireSpace } from '../core/files.js';
import type { DatabaseLocation } from '../database/database.js';
import { listBackups } from './backup-folder.js';

/** Time for a program to end and remove its files after SIGTERM. */
const KILL_AFTER_MS = 3_000;

/**
 * Backs up the database to `file`, which appears only when the backup is complete.
 * @throws Error if the backup failed, would fill the disk, or was aborted
 */
export async function makeBackup(
  database: DatabaseLocation,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  if (database.kind === 'sqlite') {
    // Runs in a child process, so that the backup does not delay requests.
    const env = { ...process.env, DATABASE_URL: `sqlite:${database.path}` };
    const tool = join(rootFolder(), 'backend/dist/ops/main.js');
    await run(process.execPath, [tool, 'backup', file], env, signal);
    return;
  }
  // Assumes that the dump is as large as the newest backup: the size of the database does not tell the size of a dump.
  const [newest] = await listBackups(dirname(file), new Date(), 'dump');
  await requireSpace(dirname(file), newest === undefined ? 0 : (await stat(newest.file)).size);
  const unfinished = `${file}.new`;
  const certificates = `${unfinished}.crt`;
  try {
    await writeFile(certificates, await trustedCertificates());
    const args = ['--format=custom', `--file=${unfinished}`];
    await run('pg_dump', args, connectionVariables(database.url, certificates), signal);
    await rename(unfinished, file);
  } finally {
    for (const each of [unfinished, certificates]) await rm(each, { force: true });
  }
}

async function run(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const running = promisify(execFile)(program, args, { env });
  signal.addEventListener('abort', () => {
    running.child.kill();
    setTimeout(() => running.child.kill('SIGKILL'), KILL_AFTER_MS).unref();
  });
  await running;
}

/** Returns the certificates that the server's driver trusts. pg_dump does not know them. */
async function trustedCertificates(): Promise<string> {
  const { NODE_EXTRA_CA_CERTS: more } = process.env;
  // Node.js, too, ignores a file that cannot be read.
  const added = more ? await readFile(more, 'utf8').catch(() => '') : '';
  return [...rootCertificates, added].join('\n');
}

/** Parameters of a URL, which override its other parts. They have the same meaning for the server and for pg_dump. */
const PARAMETERS = ['host', 'port', 'user', 'password', 'sslrootcert', 'sslcert', 'sslkey'];

/** Returns variables for pg_dump: every user can see the arguments of a process, but not its environment. */
function connectionVariables(url: string, certificates: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const sslMode = searchParams.get('sslmode') ?? '';
  const variables: [name: string, value: string][] = [
    ['PGHOST', decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1')],
    ['PGPORT', port],
    ['PGUSER', decodeURIComponent(username)],
    ['PGPASSWORD', decodeURIComponent(password)],
    ['PGDATABASE', decodeURIComponent(pathname.slice(1))],
    // Only the server's driver knows `no-verify`.
    ['PGSSLMODE', sslMode === 'no-verify' ? 'require' : sslMode],
    ...PARAMETERS.map((name): [string, string] => [
      `PG${name.toUpperCase()}`,
      searchParams.get(name) ?? '',
    ]),
  ];
  return {
    ...(sslMode.startsWith('verify-') && { PGSSLROOTCERT: certificates }),
    ...process.env,
    ...Object.fromEntries(variables.filter(([, value]) => value !== '')),
  };
}
