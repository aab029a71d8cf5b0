import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Database } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import { parseSettings } from '../src/settings.js';

declare global {
  /** The kind of database that the tests of a project of jest run on. */
  var databaseKind: 'sqlite' | 'postgres';
}

/** A database of a test's own, which nobody has opened yet. */
export interface TemporaryDatabase {
  /** As in DATABASE_URL. */
  readonly url: string;
  remove: () => Promise<void>;
}

/** Makes room for a database of the kind that the tests run on. Remove it, or it stays. */
export async function createDatabase(): Promise<TemporaryDatabase> {
  return databaseKind === 'postgres' ? createOnPostgres() : createOnSqlite();
}

/**
 * Runs `work` on a fresh database of its own, which is removed afterwards. Where it is: the path of the SQLite file, or
 * the address of the PostgreSQL database.
 */
export async function withDatabase(
  work: (database: Database, place: string) => Promise<void>,
): Promise<void> {
  await withDatabaseUrl(async (url) => {
    const { database: location } = parseSettings({ DATABASE_URL: url });
    const database = await openDatabase(location);
    try {
      await work(database, location.kind === 'sqlite' ? location.path : location.url);
    } finally {
      await database.close();
    }
  });
}

/** Runs `work` with the DATABASE_URL of a database that is not there yet, or empty; it is removed afterwards. */
export async function withDatabaseUrl(work: (url: string) => Promise<void>): Promise<void> {
  const { url, remove } = await createDatabase();
  try {
    await work(url);
  } finally {
    await remove();
  }
}

/** Runs `work` with an empty folder, which is removed afterwards. */
export async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pyramidion-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function createOnSqlite(): Promise<TemporaryDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'pyramidion-'));
  return {
    url: `sqlite:${join(folder, 'test.sqlite')}`,
    remove: () => rm(folder, { recursive: true }),
  };
}

async function createOnPostgres(): Promise<TemporaryDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl());
  url.pathname = name;
  return { url: url.href, remove: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

async function onServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl() });
  await client.connect();
  await client.query(sql);
  await client.end();
}

function serverUrl(): string {
  const { TEST_POSTGRES } = process.env;
  if (TEST_POSTGRES === undefined) throw new Error('the set-up of jest has started no PostgreSQL');
  return TEST_POSTGRES;
}
