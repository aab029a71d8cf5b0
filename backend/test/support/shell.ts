import sqlite3 from 'sqlite3';
import { DataSource } from 'typeorm';
import { parseSettings } from '../../src/settings.js';

/**
 * The driver as TypeORM asks for it, which would have it record a stack trace for every statement: of all connections,
 * and once more in each test file, since what is compiled is loaded once a process.
 */
const DRIVER = { verbose: () => sqlite3 };

const BLOCK = {
  sqlite: ['BEGIN IMMEDIATE'],
  postgres: ['BEGIN', 'LOCK TABLE wallet, check_in, sign_in_challenge, session IN EXCLUSIVE MODE'],
};

/** A connection like the one of an operator's shell: it knows nothing of us, and SQLite's foreign keys are off. */
export async function openShell(databaseUrl: string): Promise<DataSource> {
  const { database } = parseSettings({ DATABASE_URL: databaseUrl });
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

/** Runs `work` while an operator's open transaction keeps everybody else from writing, but not from reading. */
export async function whileNothingCanBeWritten<T>(
  databaseUrl: string,
  work: () => Promise<T>,
): Promise<T> {
  const operator = await openShell(databaseUrl);
  const { database } = parseSettings({ DATABASE_URL: databaseUrl });
  for (const sql of BLOCK[database.kind]) await operator.query(sql);
  try {
    return await work();
  } finally {
    await operator.query('ROLLBACK');
    await operator.destroy();
  }
}
