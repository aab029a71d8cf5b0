import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openDatabase } from '../../src/database/open-database.js';
import { seedDatabase } from '../../src/seed/seed.js';
import { parseSettings } from '../../src/settings.js';
import type { BuiltServer } from '../../test/built-server.js';
import { startBuiltServer } from '../../test/built-server.js';
import { startCluster } from '../../test/postgres/cluster.js';
import { openShell } from '../../test/shell.js';
import { cpuSecondsOf, cpuSecondsOfFamily } from './cpu.js';

const SESSION_SECRET = 'the secret of all processes of the bench';

/** Wallets that claims are made for. */
const REFERRERS = 500;

const MIDDLE = `
SELECT address FROM wallet WHERE place IS NOT NULL
ORDER BY place LIMIT 1 OFFSET (SELECT count(*) / 2 FROM wallet WHERE place IS NOT NULL)`;

const walletRow = z.object({ address: z.string() });

/** Processes of the product on one database. */
export interface Deployment {
  readonly name: string;
  readonly urls: readonly string[];
  readonly referrers: readonly string[];
  /** The wallet in the middle of the leaderboard. */
  readonly middle: string;
  /** Seconds on a core that the processes, and PostgreSQL, have taken so far. */
  cpuSeconds(): { readonly product: number; readonly postgres: number };
}

/** What is measured, and what stops it all. */
export interface Deployments {
  readonly all: readonly Deployment[];
  stop(): Promise<void>;
}

/**
 * Starts the built product on a SQLite file, and in several processes on one PostgreSQL, of which as many are used as the
 * deployment says; each database has as many invented wallets. What either acknowledges is on the disk.
 */
export async function startDeployments(
  wallets: number,
  processes: readonly number[],
): Promise<Deployments> {
  const folder = await mkdtemp(join(tmpdir(), 'pyramidion-scale-'));
  const cluster = await startCluster({ durable: true });
  const onSqlite = await serve(folder, `sqlite:${join(folder, 'scale.sqlite')}`, wallets, 1);
  const onPostgres = await serve(folder, cluster.url('postgres'), wallets, Math.max(...processes));
  const postmaster = parseInt(readFileSync(join(cluster.folder, 'data', 'postmaster.pid'), 'utf8'));
  return {
    all: [
      deploymentOf('SQLite, 1 process', onSqlite, 1, () => 0),
      ...processes.map((count) =>
        deploymentOf(
          `PostgreSQL, ${count} ${count === 1 ? 'process' : 'processes'}`,
          onPostgres,
          count,
          () => cpuSecondsOfFamily(postmaster),
        ),
      ),
    ],
    async stop() {
      const servers = [...onSqlite.servers, ...onPostgres.servers];
      await Promise.all(servers.map((server) => server.stop('SIGTERM')));
      await cluster.remove();
      await rm(folder, { recursive: true });
    },
  };
}

interface Served {
  readonly servers: readonly BuiltServer[];
  readonly referrers: readonly string[];
  readonly middle: string;
}

async function serve(
  folder: string,
  databaseUrl: string,
  wallets: number,
  processes: number,
): Promise<Served> {
  await seedDatabase(databaseUrl, wallets);
  if (databaseUrl.startsWith('postgres:')) await settle(databaseUrl);
  const database = await openDatabase(parseSettings({ DATABASE_URL: databaseUrl }).database);
  const [middle] = await database.reader.select(walletRow, MIDDLE);
  const referrers = await database.reader.select(
    walletRow,
    'SELECT address FROM wallet ORDER BY address LIMIT $1',
    [REFERRERS],
  );
  await database.close();
  const environment = { DATABASE_URL: databaseUrl, SESSION_SECRET, TRUST_PROXY: '1' };
  const servers: BuiltServer[] = [];
  for (let index = 0; index < processes; index += 1) {
    servers.push(await startBuiltServer(folder, environment));
  }
  return {
    servers,
    referrers: referrers.map(({ address }) => address),
    middle: middle?.address ?? '',
  };
}

/** Does at once what PostgreSQL does by itself within a minute or so of so many changes. */
async function settle(databaseUrl: string): Promise<void> {
  const shell = await openShell(databaseUrl);
  await shell.query('VACUUM ANALYZE');
  await shell.destroy();
}

function deploymentOf(
  name: string,
  { servers, referrers, middle }: Served,
  processes: number,
  postgresSeconds: () => number,
): Deployment {
  const used = servers.slice(0, processes);
  return {
    name,
    urls: used.map(({ url }) => url),
    referrers,
    middle,
    cpuSeconds: () => ({
      product: cpuSecondsOf(used.map(({ pid }) => pid)),
      postgres: postgresSeconds(),
    }),
  };
}
