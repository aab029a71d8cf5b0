import { DataSource } from 'typeorm';
import { parseSettings } from '../../src/settings.js';

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
  const options = { type: 'sqlite', database: database.path, busyTimeout: 1000 } as const;
  const shell = await new DataSource(options).initialize();
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
