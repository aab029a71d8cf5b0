import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { openDatabase } from '../../src/open-database.js';
import { postgresSource } from '../../src/database/postgres/connection.js';
import { migrateInTurn } from '../../src/database/postgres/open-postgres.js';
import { countWallets, join } from '../support/data/joining.js';
import { eventually } from '../support/eventually.js';
import { openShell } from '../support/shell.js';
import {
  createDatabase,
  createEmptyPostgres,
  type TemporaryDatabase,
} from '../support/temporary-database.js';

const nameRows = z.array(z.object({ name: z.string() }));

const ADVISORY_LOCKS = `
SELECT locktype AS name FROM pg_locks JOIN pg_database ON pg_database.oid = database
WHERE locktype = 'advisory' AND datname = current_database()`;

async function open({ url }: TemporaryDatabase) {
  return openDatabase({ kind: 'postgres', url });
}

describe('a database on PostgreSQL', () => {
  test('runs each migration only once when opened four times concurrently, and accepts writes from all four', async () => {
    const empty = await createEmptyPostgres();
    const databases = await Promise.all(Array.from({ length: 4 }, () => open(empty)));
    await Promise.all(databases.map(({ writer }, index) => writer.write(join(index))));
    expect(await Promise.all(databases.map(countWallets))).toEqual([4, 4, 4, 4]);
    const shell = await openShell(empty.url);
    const migrations = nameRows.parse(await shell.query('SELECT name FROM migrations'));
    const names = migrations.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(databases.flatMap((database) => database.migrations)).toEqual(names);
    await shell.destroy();
    for (const database of databases) await database.close();
    await empty.remove();
  });

  test('is unlocked after it was rejected', async () => {
    const newer = await createDatabase();
    const shell = await openShell(newer.url);
    await shell.query("INSERT INTO migrations (timestamp, name) VALUES (9, 'Later9')");
    await expect(migrateInTurn(newer.url, 'here', 'tool')).rejects.toThrow('another version');
    const locks = async () => nameRows.parse(await shell.query(ADVISORY_LOCKS)).length;
    await eventually(locks, 0);
    await shell.destroy();
    await newer.remove();
  });

  test.each([
    ['a server', '3s', '5s', 'writing', 'server'],
    ['a tool', '3s', '0', 'writing', 'tool'],
    ['a migration', '0', '0', 'migrating', 'tool'],
  ] as const)(
    'is opened by %s with synchronous_commit on, lock_timeout %s and statement_timeout %s',
    async (_who, lockTimeout, statementTimeout, use, role) => {
      const { url, remove } = await createEmptyPostgres();
      const shell = await openShell(url);
      const name = new URL(url).pathname.slice(1);
      await shell.query(`ALTER DATABASE "${name}" SET synchronous_commit = off`);
      await shell.destroy();
      const source = await postgresSource(url, use, role).initialize();
      const show = async (name: string): Promise<unknown> => source.query(`SHOW ${name}`);
      expect(await show('synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
      expect(await show('lock_timeout')).toEqual([{ lock_timeout: lockTimeout }]);
      expect(await show('statement_timeout')).toEqual([{ statement_timeout: statementTimeout }]);
      await source.destroy();
      await remove();
    },
  );

  test('is rejected in one line, without the password, if it does not exist', async () => {
    const gone = await createDatabase();
    await gone.remove();
    const url = new URL(gone.url);
    url.password = 'not-for-the-log';
    const refusal = await open({ ...gone, url: url.href }).catch((error: unknown) => String(error));
    expect(refusal).toContain(
      `DATABASE_URL names the PostgreSQL database ${url.pathname.slice(1)}`,
    );
    expect(refusal).not.toContain('not-for-the-log');
    expect(refusal).not.toContain('\n');
  });
});
