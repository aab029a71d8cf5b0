import sqlite3 from 'sqlite3';
import { DataSource } from 'typeorm';
import { Settings } from '../../src/settings.js';

/**
 * The sqlite3 driver without its verbose mode. TypeORM calls `verbose()`, which would record a stack trace for each
 * statement.
 */
const DRIVER = { verbose: () => sqlite3 };

const BLOCK = {
  sqlite: ['BEGIN IMMEDIATE'],
  postgres: ['BEGIN', 'LOCK TABLE wallet, check_in, sign_in_challenge, session IN EXCLUSIVE MODE'],
};

/** Opens a plain connection, like an operator's shell. On SQLite, foreign keys are off, as in the command `sqlite3`. */
export async function openShell(databaseUrl: string): Promise<DataSource> {
  const { database } = new Settings({ DATABASE_URL: databaseUrl });
  if (database.kind === 'postgres') {
    return new DataSource({ type: 'postgres', url: database.url, poolSize: 1 }).initialize();
  }
  const shell = await new DataSource({
    type: 'sqlite',
    driver: DRIVER,
    database: database.path,
    busyTimeout: 1000,
  }).initialize();
  await shell.query('PRAGMA foreign_keys = OFF');
  return shell;
}

/** Runs `work` while a transaction blocks writes (on PostgreSQL, to the tables of `BLOCK`), but not reads. */
export async function whileNothingCanBeWritten<T>(
  databaseUrl: string,
  work: () => Promise<T>,
): Promise<T> {
  const operator = await openShell(databaseUrl);
  const { database } = new Settings({ DATABASE_URL: databaseUrl });
  for (const sql of BLOCK[database.kind]) await operator.query(sql);
  try {
    return await work();
  } finally {
    await operator.query('ROLLBACK');
    await operator.destroy();
  }
}
