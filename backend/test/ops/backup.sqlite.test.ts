import { beforeEach, describe, expect, test } from '@jest/globals';
import { chown, mkdir, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { openAsIs } from '../../src/database/sqlite/connection.js';
import { examineFile } from '../../src/database/sqlite/integrity.js';
import { openDatabase } from '../../src/open-database.js';
import { acquireServerLock } from '../../src/database/sqlite/server-lock.js';
import { writeBackup } from '../../src/ops/backup.js';
import { eachInFolder } from '../support/each-in-folder.js';
import { seedDatabase } from '../support/data/seed.js';
import { Refused, StartError } from '../../src/core/errors.js';
import { fingerprintOf } from '../support/data/fingerprint.js';
import { openShell } from '../support/shell.js';
import { claim } from '../support/api.js';
import { callOps } from '../support/call-ops.js';
import { damagePages } from '../support/data/damage-pages.js';
import { startTestServer } from '../support/test-server.js';
import { wallet } from '../support/wallets.js';
import { select } from '../../src/database/reader.js';

const recruitRow = z.object({ recruit: z.string() });

let path: string;
let file: string;

eachInFolder((folder) => {
  [path, file] = [join(folder, 'test.sqlite'), join(folder, 'backup.sqlite')];
});

beforeEach(() => seedDatabase(`sqlite:${path}`, 50));

async function namesBeside(file: string): Promise<string[]> {
  const names = await readdir(join(file, '..'));
  return names.filter((name) => name.startsWith('backup.sqlite'));
}

const testAsRoot = process.getuid?.() === 0 ? test : test.skip;

describe('a backup', () => {
  test('contains each claim acknowledged before it began, even if a server keeps writing', async () => {
    const server = await startTestServer({ DATABASE_URL: `sqlite:${path}`, TRUST_PROXY: '1' });
    const claims = (from: number): Promise<Response>[] =>
      Array.from({ length: 40 }, (_, index) =>
        claim(server.url, wallet('top'), wallet(from + index)),
      );
    await Promise.all(claims(0));
    const [bytes] = await Promise.all([writeBackup(path, file, false), ...claims(40)]);
    await server.close();

    expect(await examineFile(file)).toBeNull();
    expect((await readFile(file)).length).toBe(bytes);
    const backup = await openDatabase({ kind: 'sqlite', path: file });
    const rows = await select(backup.reading, recruitRow, 'SELECT recruit FROM referral');
    await backup.close();
    const recruits = rows.map(({ recruit }) => recruit);
    expect(recruits).toEqual(
      expect.arrayContaining(Array.from({ length: 40 }, (_, index) => wallet(index))),
    );
  });

  test('has the rows of the database in a single file', async () => {
    await writeBackup(path, file, false);
    expect(await fingerprintOf(file)).toBe(await fingerprintOf(path));
    expect(await namesBeside(file)).toEqual(['backup.sqlite']);
  });

  test('does not migrate an older database', async () => {
    const earlier = await openShell(`sqlite:${path}`);
    await earlier.query('DELETE FROM migrations');
    await earlier.destroy();
    const before = await fingerprintOf(path);
    await writeBackup(path, file, false);
    expect([await fingerprintOf(path), await fingerprintOf(file)]).toEqual([before, before]);
  });

  testAsRoot('belongs to the owner of its folder when root makes it', async () => {
    const folder = `${file}.folder`;
    const owner = { uid: 4321, gid: 4322 };
    await mkdir(folder);
    await chown(folder, owner.uid, owner.gid);
    await writeBackup(path, join(folder, 'backup.sqlite'), false);
    expect(await stat(join(folder, 'backup.sqlite'))).toMatchObject(owner);
  });

  test('is rejected with the system error if the path of the database is a loop of links', async () => {
    const loop = `${path}.loop`;
    await symlink(loop, loop);
    await expect(writeBackup(loop, file, false)).rejects.toThrow(/cannot be used \(.*ELOOP/);
  });

  test('replaces an existing file only with --overwrite, and only if the file is a database of the product', async () => {
    await writeFile(file, 'precious');
    for (const [overwrite, reason] of [
      [false, /exists: name another file/],
      [true, /not an earlier backup/],
    ] as const) {
      await expect(writeBackup(path, file, overwrite)).rejects.toThrow(reason);
    }
    expect(await readFile(file, 'utf8')).toBe('precious');
    await rm(file);
    await seedDatabase(`sqlite:${file}`, 20);
    await writeBackup(path, file, true);
    expect(await fingerprintOf(file)).toBe(await fingerprintOf(path));
    expect(await namesBeside(file)).toEqual(['backup.sqlite']);
  });

  test('is made by only one of two concurrent commands with the same file name', async () => {
    const both = await Promise.allSettled([
      writeBackup(path, file, false),
      writeBackup(path, file, false),
    ]);
    const refusals = both.flatMap((each) =>
      each.status === 'rejected' ? [String(each.reason)] : [],
    );
    expect(refusals).toEqual([expect.stringMatching(/exists: name another file/)]);
    expect(await fingerprintOf(file)).toBe(await fingerprintOf(path));
    expect(await namesBeside(file)).toEqual(['backup.sqlite']);
  });

  test('is rejected if it would replace the -wal, -shm or .lock file of the database', async () => {
    const database = await openDatabase({ kind: 'sqlite', path });
    await database.writer.write((manager) =>
      manager.query("UPDATE wallet SET joined_at = '2026-11-21T12:00:00.000Z'"),
    );
    const lock = await acquireServerLock(path);
    for (const suffix of ['-wal', '-shm', '.lock']) {
      await expect(writeBackup(path, path + suffix, true)).rejects.toThrow(Refused);
    }
    await lock.release();
    await database.close();
  });

  test('is rejected if it would replace the database itself, also through a link', async () => {
    await symlink(path, file);
    const before = await fingerprintOf(path);
    for (const target of [path, file]) {
      await expect(writeBackup(path, target, true)).rejects.toThrow(/the database itself/);
    }
    expect(await fingerprintOf(path)).toBe(before);
  });

  test('is rejected if it would replace a database that a server is serving', async () => {
    await seedDatabase(`sqlite:${file}`, 20);
    const lock = await acquireServerLock(file);
    const before = await fingerprintOf(file);
    await expect(writeBackup(path, file, true)).rejects.toThrow(
      new Refused(
        `The argument names ${file}, which another process is serving or restoring: stop that process, or name another file`,
      ),
    );
    expect(await fingerprintOf(file)).toBe(before);
    await lock.release();
    await writeBackup(path, file, true);
    expect(await fingerprintOf(file)).toBe(await fingerprintOf(path));
    expect(await namesBeside(file)).toEqual(['backup.sqlite', 'backup.sqlite.lock']);
  });

  test('is rejected if its -wal file exists already and is not empty', async () => {
    await writeFile(`${file}-wal`, 'of another file');
    await expect(writeBackup(path, file, true)).rejects.toThrow(/backup\.sqlite-wal exists/);
  });

  test('is rejected, without leaving a file, if the database is damaged', async () => {
    await damagePages(path);
    await expect(writeBackup(path, file, false)).rejects.toThrow(/^DATABASE_URL.* is damaged/);
    expect(await namesBeside(file)).toEqual([]);
  });

  test('is rejected if the database is missing or belongs to another program', async () => {
    await expect(writeBackup(`${path}.none`, file, false)).rejects.toThrow(StartError);
    const other = await openAsIs(path);
    await other.query('PRAGMA application_id = 7');
    await other.destroy();
    await expect(writeBackup(path, file, false)).rejects.toThrow(/of another application/);
    expect(await namesBeside(file)).toEqual([]);
  });

  test('fails with an error that names the missing folder, or the file that cannot be written', async () => {
    const nowhere = join(file, '../nowhere');
    await expect(writeBackup(path, join(nowhere, 'backup.sqlite'), false)).rejects.toThrow(
      `${nowhere} does not exist: name a file in an existing folder`,
    );
    await expect(writeBackup(path, '/proc/backup.sqlite', false)).rejects.toThrow(
      /^\/proc\/backup\.sqlite cannot be written/,
    );
    await expect(writeBackup(path, '/proc/backup.sqlite', true)).rejects.toThrow(
      /^The argument names \/proc\/backup\.sqlite, which cannot be used/,
    );
  });
});

describe('the command backup', () => {
  test.each([
    ['the header', () => writeFile(path, 'x'.repeat(8_192))],
    ['a page', () => damagePages(path)],
  ])('exits with 2 if %s of the database is damaged', async (_what, damage) => {
    await damage();
    const { status, stderr } = await callOps(`sqlite:${path}`, ['backup', file]);
    expect(stderr).toMatch(/^error: DATABASE_URL names .*\n$/);
    expect(status).toBe(2);
    expect(await namesBeside(file)).toEqual([]);
  });

  test('prints the file and its size, and exits with 1 if the file exists already', async () => {
    const backUp = () => callOps(`sqlite:${path}`, ['backup', file, '--json']);
    const { status, stdout, stderr } = await backUp();
    expect([status, stderr]).toEqual([0, '']);
    const { length } = await readFile(file);
    expect(JSON.parse(stdout)).toEqual({ database: path, file, bytes: length });
    expect(await backUp()).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: .*backup\.sqlite exists[^\n]*\n$/),
    });
  });
});
