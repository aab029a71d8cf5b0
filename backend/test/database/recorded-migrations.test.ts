import { describe, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../src/open-database.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { Settings } from '../../src/settings.js';
import { openShell } from '../support/shell.js';
import { withDatabaseUrl } from '../support/temporary-database.js';

const NAMES = MIGRATIONS.map(({ name }) => name);

const OBJECTS = {
  sqlite: 'SELECT name, sql FROM sqlite_schema ORDER BY name',
  postgres: 'SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger ORDER BY tgname, 2',
};

async function open(url: string, role: 'server' | 'tool'): Promise<void> {
  const database = await openDatabase(new Settings({ DATABASE_URL: url }).database, role);
  await database.close();
}

async function expectRefusal(sql: readonly string[], reason: RegExp): Promise<void> {
  await withDatabaseUrl(async (url) => {
    const shell = await openShell(url);
    for (const statement of sql) await shell.query(statement);
    const before = await contentsOf(shell);
    await expect(open(url, 'server')).rejects.toThrow(reason);
    await expect(open(url, 'tool')).rejects.toThrow('it was left unchanged');
    expect(await contentsOf(shell)).toEqual(before);
    await shell.destroy();
  });
}

async function contentsOf(shell: DataSource): Promise<unknown> {
  const objects: unknown = await shell.query(OBJECTS[databaseKind]);
  const recorded: unknown = await shell.query('SELECT id, name FROM migrations ORDER BY id');
  return { objects, recorded };
}

const remove = (name: string): string => `DELETE FROM migrations WHERE name = '${name}'`;
const record = (name: string): string =>
  `INSERT INTO migrations (timestamp, name) VALUES (${name.slice(-13)}, '${name}')`;

describe('a database whose recorded migrations were changed by hand', () => {
  // The last two migrations only create missing indexes and recreate triggers, so they can run twice.
  test.each(NAMES.slice(0, -2))(
    'is rejected if the records of %s and all later migrations are missing',
    async (name) => {
      await expectRefusal(
        NAMES.slice(NAMES.indexOf(name)).map(remove),
        /, which cannot be migrated \([^\n]+\): it was left unchanged; restore/,
      );
    },
  );

  test('is rejected if the records name a migration of another version', async () => {
    await expectRefusal(
      [...NAMES.map(remove), record('WalletsAndReferrals1795255200000')],
      /, which was made by another version of this program \(Wallets[^\n]+\): it was left unchanged; start that/,
    );
  });

  test('can be opened again after the records are restored', async () => {
    await withDatabaseUrl(async (url) => {
      const shell = await openShell(url);
      for (const name of NAMES) await shell.query(remove(name));
      await expect(open(url, 'server')).rejects.toThrow('cannot be migrated');
      for (const name of NAMES) await shell.query(record(name));
      await open(url, 'server');
      await shell.destroy();
    });
  });
});
