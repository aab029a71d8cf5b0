import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Clock } from '../../src/core/clock.js';
import { createApp } from '../../src/create-app.js';
import type { Database } from '../../src/database/database.js';
import { openDatabase } from '../../src/open-database.js';
import type { Log } from '../../src/core/log.js';
import { Settings } from '../../src/settings.js';
import { buildFixtureSite } from './fixture-site.js';
import { createDatabase } from './temporary-database.js';

/** Processes on one PostgreSQL database need the same secret. */
export const SESSION_SECRET = 'the secret of all the servers of a test';

/** The real application with a small front end, on a free port. */
export interface TestServer {
  readonly url: string;
  readonly databaseUrl: string;
  readonly database: Database;
  close(): Promise<void>;
}

/** Starts a server. Without DATABASE_URL, it has a temporary database, which `close` removes. */
export async function startTestServer(
  environment: Record<string, string> = {},
  clock = new Clock(),
  log: Log = pino({ level: 'silent' }),
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pyramidion-'));
  const own = environment.DATABASE_URL === undefined ? await createDatabase() : null;
  const databaseUrl = environment.DATABASE_URL ?? own?.url ?? '';
  const settings = new Settings({
    SESSION_SECRET,
    ...(databaseKind === 'postgres' && { TRANSPARENCY_LOG_DIR: folder }),
    ...environment,
    DATABASE_URL: databaseUrl,
  });
  const site = await buildFixtureSite(join(folder, 'client'), settings);
  const database = await openDatabase(settings.database);
  const app = await createApp(settings, database, site, log, clock);
  await app.listen(0, '127.0.0.1');
  return {
    url: await app.getUrl(),
    databaseUrl,
    database,
    async close() {
      await app.close();
      await rm(folder, { recursive: true });
      await own?.remove();
    },
  };
}
