import 'reflect-metadata';
import { lookup } from 'node:dns/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { readBuild } from './core/build.js';
import { WatchedClock } from './core/watched-clock.js';
import { createApp } from './create-app.js';
import type { DatabaseLocation } from './database/database.js';
import { readNewestTime } from './database/newest-time.js';
import { openDatabase } from './open-database.js';
import { acquireServerLock, type ServerLock } from './database/sqlite/server-lock.js';
import type { ServedFiles } from './database/sqlite/served-files.js';
import { rejectDamaged } from './database/sqlite/integrity.js';
import { allowSlowConnections } from './core/endpoint.js';
import { watchEventLoop } from './core/watchdog.js';
import { errorCode, StartError } from './core/errors.js';
import { Shutdown } from './http/shutdown.js';
import { createLog, type Log } from './core/log.js';
import { areMetricsOpenHere } from './metrics/metrics.controller.js';
import { examineMint, MINT_REMEDY } from './rpc/mint.js';
import { loadSettings, type Settings } from './settings.js';
import { printable } from './core/printable.js';
import { loadSite } from './site/build-site.js';

/** Heap growth, in percent of the live heap, after which V8 starts a full garbage collection. */
const MAX_GARBAGE_PERCENT = 60;

/** Umask: only this user may read new files. */
const PRIVATE = 0o077;

const FRONTEND_FOLDER = fileURLToPath(new URL('../../frontend/dist', import.meta.url));

const WATCHDOG = new URL('watchdog-thread.js', import.meta.url);

const HERE = new Set(['127.0.0.1', '0.0.0.0', '::1', '::', 'localhost']);

async function start(): Promise<void> {
  process.umask(PRIVATE);
  allowSlowConnections();
  setFlagsFromString(`--heap-growing-percent=${MAX_GARBAGE_PERCENT}`);
  try {
    const settings = loadSettings();
    const log = createLog(settings.logLevel);
    const site = await loadSite(FRONTEND_FOLDER, settings);
    const lock = await secureDatabase(settings.database);
    const database = await openDatabase(settings.database);
    if (lock !== null) database.files?.watch(lock.file);
    // If the database cannot be read, requests that need it report the error.
    const newest = await readNewestTime(database.reading.manager).catch(() => null);
    const clock = new WatchedClock(newest, log);
    const app = await createApp(settings, database, site, log, clock).catch(
      async (error: unknown) => {
        await database.close();
        throw error;
      },
    );
    // The server lock is not released: it ends with the process.
    app.enableShutdownHooks(['SIGTERM', 'SIGINT', 'SIGHUP'], { useProcessExit: true });
    if (database.files !== null) endWhenReplaced(database.files, app, log);
    await listen(app, settings);
    watchEventLoop(WATCHDOG);
    logStart(log, settings, database.migrations);
    await site.warmUp();
    await warnOfWrongMint(settings, log);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${printable(error.message)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Exits when {@link ServedFiles} finds a fault. A database that is not intact is not closed: on closing, SQLite could
 * write its write-ahead log into another file.
 */
function endWhenReplaced(files: ServedFiles, app: NestFastifyApplication, log: Log): void {
  files.onReplaced(({ message, isIntact }) => {
    if (isIntact) {
      log.fatal(`${message}: the server writes all accepted requests to the database, then stops`);
      void app
        .get(Shutdown)
        .drain()
        .then(() => app.close())
        .finally(() => process.exit(1));
    } else {
      const details = { wal: files.setWalAside() };
      log.fatal(details, `${message}: the server stops, because further writes would be lost`);
      process.exit(1);
    }
  });
}

async function warnOfWrongMint({ solanaNodes, tokenMint }: Settings, log: Log): Promise<void> {
  if (tokenMint === null) return;
  const { fault } = await examineMint(solanaNodes, tokenMint);
  if (fault !== null) log.error(`${fault}: ${MINT_REMEDY}`);
}

function logStart(log: Log, settings: Settings, migrations: readonly string[]): void {
  if (migrations.length > 0) log.info({ migrations }, 'migrated the database');
  const { database, publicOrigin, port, trustedProxies, metricsToken, backups } = settings;
  for (const warning of settings.warnings) log.warn(warning);
  const withoutToken = areMetricsOpenHere(settings) ? 'from this machine' : 'off';
  log.info(
    {
      ...readBuild(),
      node: process.version,
      port,
      origin: publicOrigin,
      proxies: trustedProxies,
      database: database.kind === 'sqlite' ? database.path : new URL(database.url).host,
      metrics: metricsToken === null ? withoutToken : 'with the token',
      backups: backups?.folder ?? 'none',
    },
    'serving',
  );
  if (settings.tokenMint === null) {
    log.info('TOKEN_MINT is not set: pages say that $SHARES launches soon, and balances are 0');
  }
}

async function secureDatabase(location: DatabaseLocation): Promise<ServerLock | null> {
  if (location.kind === 'postgres') return null;
  const lock = await acquireServerLock(location.path);
  await rejectDamaged(location.path);
  return lock;
}

async function listen(app: NestFastifyApplication, { host, port }: Settings): Promise<void> {
  try {
    // Fastify would start one server per address of a name, and only the first would have our limits.
    const { address } = await lookup(host, { order: 'ipv4first' });
    await app.listen({ host: address, port });
  } catch (error) {
    await app.close();
    if (error instanceof StartError) throw error;
    throw new StartError(describeListenError(error, host, port));
  }
  process.stdout.write(
    `Pyramidion is serving on http://${HERE.has(host) ? 'localhost' : host}:${port}\n`,
  );
}

function describeListenError(error: unknown, host: string, port: number): string {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return `PORT ${port} is in use: stop the program that uses it, or set PORT to another port`;
    case 'EACCES':
      return `PORT ${port} may not be used by this user: set PORT to a port above 1023`;
    default:
      return `HOST ${host} cannot be listened on (${String(error)}): set HOST to an address of this machine`;
  }
}

await start();
