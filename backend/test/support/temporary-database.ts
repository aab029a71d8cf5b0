import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Database } from '../../src/database/database.js';
import { openDatabase } from '../../src/open-database.js';
import { Settings } from '../../src/settings.js';

declare global {
  var databaseKind: 'sqlite' | 'postgres';
}

export interface TemporaryDatabase {
  /** The value for DATABASE_URL. */
  readonly url: string;
  remove: () => Promise<void>;
}

/** Creates a migrated database of the jest project's kind. */
export async function createDatabase(): Promise<TemporaryDatabase> {
  if (databaseKind === 'sqlite') return createOnSqlite();
  template ??= onServer(makeTemplate);
  return createOnPostgres(await template);
}

export async function createEmptyPostgres(): Promise<TemporaryDatabase> {
  return createOnPostgres('template1');
}

/** Runs `work` with the DATABASE_URL of an empty PostgreSQL database, or of a SQLite file that does not exist yet. */
export async function withEmptyDatabaseUrl(work: (url: string) => Promise<void>): Promise<void> {
  if (databaseKind === 'sqlite') {
    return withFolder((folder) => work(`sqlite:${join(folder, 'empty.sqlite')}`));
  }
  const { url, remove } = await createEmptyPostgres();
  try {
    await work(url);
  } finally {
    await remove();
  }
}

/** Runs `work` with a new database. `place` is the path of the SQLite file, or the PostgreSQL URL. */
export async function withDatabase(
  work: (database: Database, place: string) => Promise<void>,
): Promise<void> {
  await withDatabaseUrl(async (url) => {
    const { database: location } = new Settings({ DATABASE_URL: url });
    const database = await openDatabase(location);
    try {
      await work(database, location.kind === 'sqlite' ? location.path : location.url);
    } finally {
      await database.close();
    }
  });
}

export async function withDatabaseUrl(work: (url: string) => Promise<void>): Promise<void> {
  const { url, remove } = await createDatabase();
  try {
    await work(url);
  } finally {
    await remove();
  }
}

export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'pyramidion-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function createOnSqlite(): Promise<TemporaryDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'pyramidion-'));
  const path = join(folder, 'test.sqlite');
  templateFile ??= makeTemplateFile();
  await writeFile(path, await templateFile);
  return {
    url: `sqlite:${path}`,
    remove: () => rm(folder, { recursive: true }),
  };
}

let templateFile: Promise<Buffer> | null = null;

/** Returns the bytes of a migrated database. Copying them is faster than migrating each database. */
async function makeTemplateFile(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'pyramidion-'));
  const path = join(folder, 'template.sqlite');
  const database = await openDatabase({ kind: 'sqlite', path });
  await database.close();
  const file = await readFile(path);
  await rm(folder, { recursive: true });
  return file;
}

async function createOnPostgres(template: string): Promise<TemporaryDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer((server) => server.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    url: urlOf(name),
    remove: async () => {
      await onServer((server) => server.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

let template: Promise<string> | null = null;

async function makeTemplate(server: Client): Promise<string> {
  const name = 'pyramidion_template';
  await server.query('SELECT pg_advisory_lock(1)');
  const { rowCount } = await server.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) {
    await server.query(`CREATE DATABASE ${name}`);
    const database = await openDatabase({ kind: 'postgres', url: urlOf(name) });
    await database.close();
  }
  return name;
}

async function onServer<Result>(work: (server: Client) => Promise<Result>): Promise<Result> {
  const server = new Client({ connectionString: urlOf('postgres') });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

function urlOf(name: string): string {
  const { TEST_POSTGRES } = process.env;
  if (TEST_POSTGRES === undefined) throw new Error('the set-up of jest has started no PostgreSQL');
  const url = new URL(TEST_POSTGRES);
  url.pathname = name;
  return url.href;
}
