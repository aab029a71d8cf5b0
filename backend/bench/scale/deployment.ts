import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/open-database.js';
import { Settings } from '../../src/settings.js';
import { startBuiltServer, type BuiltServer } from '../../test/support/built-server.js';
import { startCluster } from '../../test/support/postgres/cluster.js';
import { openShell } from '../../test/support/shell.js';
import { ANYBODY, MIDDLE, addressesOf, seed } from '../testbed.js';

const SESSION_SECRET = 'the secret of all processes of the bench';

const REFERRERS = 500;

export interface Deployment {
  readonly name: string;
  readonly urls: readonly string[];
  readonly referrers: readonly string[];
  readonly middle: string;
  cpuSeconds(): { readonly product: number; readonly postgres: number };
}

/**
 * Starts one server on a SQLite file, and several on one PostgreSQL. For each number in `processes`, one deployment
 * uses that many of the servers on PostgreSQL.
 * @returns the deployments, and a function that stops all servers and deletes their data
 */
export async function startDeployments(
  wallets: number,
  processes: readonly number[],
): Promise<{ all: readonly Deployment[]; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'pyramidion-scale-'));
  const cluster = await startCluster({ durable: true });
  const onSqlite = await serve(folder, `sqlite:${join(folder, 'scale.sqlite')}`, wallets, 1);
  const onPostgres = await serve(folder, cluster.url('postgres'), wallets, Math.max(...processes));
  const postmaster = parseInt(readFileSync(join(cluster.folder, 'data', 'postmaster.pid'), 'utf8'));
  const onSeveral = processes.map((count) => {
    const name = `PostgreSQL, ${count} ${count === 1 ? 'process' : 'processes'}`;
    return deploymentOf(name, onPostgres, count, () => cpuSecondsOfFamily(postmaster));
  });
  return {
    all: [deploymentOf('SQLite, 1 process', onSqlite, 1, () => 0), ...onSeveral],
    async stop() {
      const servers = [...onSqlite.servers, ...onPostgres.servers];
      await Promise.all(servers.map((server) => server.stop('SIGTERM')));
      await cluster.remove();
      await rm(folder, { recursive: true });
    },
  };
}

interface Served extends Pick<Deployment, 'referrers' | 'middle'> {
  readonly servers: readonly BuiltServer[];
}

async function serve(
  folder: string,
  databaseUrl: string,
  wallets: number,
  processes: number,
): Promise<Served> {
  await seed(databaseUrl, wallets);
  if (databaseUrl.startsWith('postgres:')) await settle(databaseUrl);
  const database = await openDatabase(new Settings({ DATABASE_URL: databaseUrl }).database);
  const [middle = ''] = await addressesOf(database.reading, MIDDLE, 1);
  const referrers = await addressesOf(database.reading, ANYBODY, REFERRERS);
  await database.close();
  const environment = {
    DATABASE_URL: databaseUrl,
    TRANSPARENCY_LOG_DIR: await mkdtemp(join(folder, 'log-')),
    PUBLIC_ORIGIN: 'http://localhost:3000',
    SESSION_SECRET,
    TRUST_PROXY: '1',
  };
  const servers: BuiltServer[] = [];
  for (let index = 0; index < processes; index += 1) {
    servers.push(await startBuiltServer(folder, environment));
  }
  return { servers, referrers, middle };
}

/** Processes the seeded rows now, so that autovacuum does not do so during the benchmark. */
async function settle(databaseUrl: string): Promise<void> {
  const shell = await openShell(databaseUrl);
  await shell.query('VACUUM ANALYZE');
  await shell.destroy();
}

function deploymentOf(
  name: string,
  { servers, ...wallets }: Served,
  processes: number,
  postgresSeconds: () => number,
): Deployment {
  const used = servers.slice(0, processes);
  return {
    name,
    urls: used.map(({ url }) => url),
    ...wallets,
    cpuSeconds: () => ({
      product: used.reduce((sum, { pid }) => sum + timesOf(pid).own, 0),
      postgres: postgresSeconds(),
    }),
  };
}

/** Returns the CPU seconds of a process and of its running and ended children. Linux only. */
function cpuSecondsOfFamily(pid: number): number {
  const family = timesOf(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter(({ parent }) => parent === pid);
  return children.reduce((sum, { own }) => sum + own, family.own + family.children);
}

const TICKS_A_SECOND = 100;

/** Returns zeros if the process has ended. `own` and `children` (only ended ones) are CPU times in seconds. */
function timesOf(pid: number): { parent: number; own: number; children: number } {
  let fields: number[] = [];
  try {
    fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ').map(Number);
  } catch {
    return { parent: 0, own: 0, children: 0 };
  }
  const [, parent = 0] = fields;
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
  return {
    parent,
    own: (user + system) / TICKS_A_SECOND,
    children: (childrenUser + childrenSystem) / TICKS_A_SECOND,
  };
}
