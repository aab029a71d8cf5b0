import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import getPort from 'get-port';
import { Client } from 'pg';
import { provide } from '../../../commands/requirements.js';
import { eventually } from '../eventually.js';
import { withFolder } from '../temporary-database.js';

/** Debian's user nobody: PgBouncer does not run as root. */
const NOBODY = 65_534;

const isUp = (url: string) => async (): Promise<boolean> => {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
};

/**
 * Runs `work` with a PgBouncer in front of a PostgreSQL server.
 * @param databaseUrl URL of a database on that server, with the folder of its Unix socket
 * @param settings such as `pool_mode`, which override the defaults
 * @param work gets the URL of the database through PgBouncer
 */
export async function withPgBouncer<T>(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const { PGBOUNCER_PATH: program = '' } = await provide(['pgbouncer']);
  const port = await getPort();
  const { pathname, searchParams } = new URL(databaseUrl);
  const url = `postgres://postgres@127.0.0.1:${port}${pathname}`;
  return withFolder(async (folder) => {
    const configuration = {
      listen_addr: '127.0.0.1',
      listen_port: String(port),
      unix_socket_dir: '',
      auth_type: 'trust',
      auth_file: join(folder, 'users'),
      ...settings,
    };
    const lines = Object.entries(configuration).map(([name, value]) => `${name} = ${value}`);
    const host = searchParams.get('host') ?? '';
    const text = `[databases]\n* = host=${host}\n[pgbouncer]\n${lines.join('\n')}\n`;
    await writeFile(join(folder, 'pgbouncer.ini'), text);
    await writeFile(join(folder, 'users'), '"postgres" ""\n');
    await chmod(folder, 0o755);
    const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const pgbouncer = spawn(program, [join(folder, 'pgbouncer.ini')], {
      ...owner,
      stdio: 'ignore',
    });
    const ended = once(pgbouncer, 'close');
    try {
      await eventually(isUp(url), true);
      return await work(url);
    } finally {
      pgbouncer.kill('SIGKILL');
      await ended;
    }
  });
}
