import { describe, expect, jest, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { openForReading, openForWriting } from '../../src/database/sqlite/connection.js';
import { unusable } from '../../src/database/sqlite/database-file.js';
import { rejectDamaged } from '../../src/database/sqlite/integrity.js';
import { ServedFiles } from '../../src/database/sqlite/served-files.js';
import { openDatabase } from '../../src/open-database.js';
import { eachInFolder } from '../support/each-in-folder.js';
import { seedDatabase } from '../support/data/seed.js';
import { StartError } from '../../src/core/errors.js';
import { openShell } from '../support/shell.js';
import { withDatabase } from '../support/temporary-database.js';

let folder: string;

eachInFolder((made) => (folder = made));

const NOW = '2026-11-21T12:00:00.000Z';

const LOG_ENTRIES = "INSERT INTO log_entry SELECT row_number() OVER () - 1, '{}' FROM wallet";

describe('a SQLite database', () => {
  test('has WAL, synchronous FULL and foreign keys on each connection', async () => {
    await withDatabase(async (_database, path) => {
      for (const open of [openForWriting, openForReading]) {
        const dataSource = await open(path);
        const pragma = async (name: string): Promise<unknown> => dataSource.query(`PRAGMA ${name}`);
        expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
        expect(await pragma('synchronous')).toEqual([{ synchronous: 2 }]);
        expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }]);
        await dataSource.destroy();
      }
    });
  });

  test('cannot be written by a reading connection', async () => {
    await withDatabase(async (_database, path) => {
      const reading = await openForReading(path);
      await expect(reading.query('DELETE FROM wallet')).rejects.toThrow(/readonly/);
      await reading.destroy();
    });
  });

  test('updates the recruit counts of wallets by triggers after a change by hand', async () => {
    const path = join(folder, 'test.sqlite');
    await seedDatabase(`sqlite:${path}`, 200);
    const shell = await openShell(`sqlite:${path}`);
    await shell.query(LOG_ENTRIES);
    await shell.query('DELETE FROM referral WHERE rowid % 3 = 0');
    await shell.query(
      `UPDATE referral SET status = 'proven', proven_at = '${NOW}', log_index = rowid, week = '2026-W47' WHERE rowid % 2 = 0`,
    );
    const wrong: unknown = await shell.query(`
      SELECT address FROM wallet
      WHERE direct_recruits <> (SELECT count(*) FROM referral WHERE referrer = address)
        OR proven_recruits <> (SELECT count(*) FROM referral WHERE referrer = address AND status = 'proven')`);
    expect(wrong).toEqual([]);
    await shell.destroy();
  });

  test('shows the same number of recruits in the views leaderboard and recruits, and the same rank for equal points', async () => {
    const path = join(folder, 'test.sqlite');
    await seedDatabase(`sqlite:${path}`, 50);
    const shell = await openShell(`sqlite:${path}`);
    await shell.query(LOG_ENTRIES);
    await shell.query(
      `UPDATE referral SET status = 'proven', proven_at = claimed_at, log_index = rowid, week = '2026-W47'`,
    );
    const rows = z.array(z.object({ rank: z.int(), recruits: z.int() }));
    const leaderboard = rows.parse(await shell.query('SELECT rank, recruits FROM leaderboard'));
    expect(leaderboard.map(({ rank }) => rank)).toEqual(leaderboard.map(() => 1));
    const referrals: unknown = await shell.query('SELECT referrer, recruit, status FROM recruits');
    expect(referrals).toHaveLength(leaderboard.reduce((sum, { recruits }) => sum + recruits, 0));
    await shell.destroy();
  });
});

describe('opening a database', () => {
  test('creates the file and its folders, and returns the migrations that it ran', async () => {
    const path = join(folder, 'deep/er/new.sqlite');
    const migrationsRun = async (): Promise<readonly string[]> => {
      const database = await openDatabase({ kind: 'sqlite', path });
      await database.close();
      return database.migrations;
    };
    expect(await migrationsRun()).toEqual(MIGRATIONS.map(({ name }) => name));
    expect((await stat(path)).size).toBeGreaterThan(0);
    expect(await migrationsRun()).toEqual([]);
  });

  const damages: [string, (path: string) => Promise<void>][] = [
    ['is not a SQLite database', (path) => writeFile(path, 'Dear diary, '.repeat(100))],
    ['is empty', (path) => writeFile(path, '')],
    [
      'is a database of another application',
      async (path) => {
        const other = await openShell(`sqlite:${path}`);
        await other.query('CREATE TABLE recipe (name)');
        await other.destroy();
      },
    ],
    [
      'is cut off',
      async (path) => {
        await seedDatabase(`sqlite:${path}`, 10);
        await truncate(path, 6_000);
      },
    ],
  ];

  test.each(damages)('rejects a file that %s, and leaves it unchanged', async (fault, damage) => {
    const path = join(folder, 'test.sqlite');
    await damage(path);
    const before = await readFile(path);
    const opening = openDatabase({ kind: 'sqlite', path });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(
      new RegExp(`^DATABASE_URL names [^\\n]*${fault}[^\\n]*$`),
    );
    expect(await readFile(path)).toEqual(before);
  });

  test('closes the file if it cannot be watched', async () => {
    const path = join(folder, 'test.sqlite');
    const watchOver = jest.spyOn(ServedFiles, 'watchOver').mockRejectedValue(new Error('no watch'));
    await expect(openDatabase({ kind: 'sqlite', path })).rejects.toThrow('no watch');
    watchOver.mockRestore();
    // SQLite removes its `-wal` and `-shm` files when the last connection closes.
    expect(await readdir(folder)).toEqual(['test.sqlite']);
  });

  test('rejects an unknown table, view or trigger in an up-to-date database', async () => {
    const path = join(folder, 'test.sqlite');
    await seedDatabase(`sqlite:${path}`, 10);
    const shell = await openShell(`sqlite:${path}`);
    for (const [kind, definition] of [
      ['table', 'TABLE evil (name)'],
      ['view', 'VIEW evil AS SELECT 1'],
      ['trigger', 'TRIGGER evil AFTER INSERT ON wallet BEGIN DELETE FROM session; END'],
    ]) {
      await shell.query(`CREATE ${definition}`);
      await expect(openDatabase({ kind: 'sqlite', path })).rejects.toThrow(
        `which has a foreign ${kind} evil, which could do harm`,
      );
      await shell.query(`DROP ${kind} evil`);
    }
    await (await openDatabase({ kind: 'sqlite', path })).close();
    await shell.destroy();
  });

  test('accepts tables whose SQL differs only in a comment', async () => {
    const path = join(folder, 'test.sqlite');
    await seedDatabase(`sqlite:${path}`, 10);
    const shell = await openShell(`sqlite:${path}`);
    await shell.query('PRAGMA writable_schema = ON');
    await shell.query(
      "UPDATE sqlite_schema SET sql = replace(sql, '1 came first', 'the first is 1')",
    );
    await shell.destroy();
    await (await openDatabase({ kind: 'sqlite', path })).close();
  });

  // A pipe in place of the shared memory causes the error, because SQLite cannot truncate a pipe.
  test.each([
    ['an existing file', 'test.sqlite-shm'],
    ['a new file', 'test.sqlite.new-shm'],
  ])(
    'fails with a remedy if the file system has no shared memory for %s',
    async (_, sharedMemory) => {
      const path = join(folder, 'test.sqlite');
      if (sharedMemory === 'test.sqlite-shm') {
        await (await openDatabase({ kind: 'sqlite', path })).close();
      }
      await promisify(execFile)('mkfifo', [join(folder, sharedMemory)]);
      await expect(openDatabase({ kind: 'sqlite', path })).rejects.toThrow(
        /cannot be used \([^()]*SQLITE_IOERR[^()]*\): its disk fails, or its file system lacks[^;]* shared memory[^;]*; move it to a local disk that works$/,
      );
    },
  );

  test.each(['file.txt/test.sqlite', '.'])(
    'rejects the path %s, which cannot be a file, with a one-line error',
    async (name) => {
      await writeFile(join(folder, 'file.txt'), '');
      await expect(openDatabase({ kind: 'sqlite', path: join(folder, name) })).rejects.toThrow(
        /^DATABASE_URL names [^\n]+$/,
      );
    },
  );
});

describe('the error', () => {
  test('for a damaged file is one line, without SQLite’s heading', async () => {
    const path = join(folder, 'test.sqlite');
    await seedDatabase(`sqlite:${path}`, 200);
    const file = await readFile(path);
    await writeFile(path, file.fill(0x5a, file.length / 2, file.length / 2 + 8_192));
    await expect(rejectDamaged(path)).rejects.toThrow(
      /, which is damaged \((?!\*)[^\n]+\): it was/,
    );
  });

  test.each([
    ['SQLITE_FULL', /free space on its disk$/],
    ['ENOSPC', /free space on its disk$/],
    [
      'SQLITE_IOERR',
      /its disk fails, or its file system lacks locks or shared memory, .* local disk that works$/,
    ],
    ['EACCES', /give this process write access to the file, .*; or name another file$/],
  ])('for %s ends with a remedy', (code, remedy) => {
    const error = Object.assign(new Error(code), { code });
    expect(unusable('none.sqlite', error).message).toMatch(remedy);
  });
});
