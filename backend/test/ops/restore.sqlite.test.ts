import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  chmod,
  chown,
  copyFile,
  lstat,
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { openAsIs } from '../../src/database/sqlite/connection.js';
import { openDatabase } from '../../src/open-database.js';
import { acquireServerLock } from '../../src/database/sqlite/server-lock.js';
import { writeBackup } from '../../src/ops/backup.js';
import { restoreBackup } from '../../src/ops/restore.js';
import { eachInFolder } from '../support/each-in-folder.js';
import { seedDatabase } from '../support/data/seed.js';
import { StartError } from '../../src/core/errors.js';
import { fingerprintOf } from '../support/data/fingerprint.js';
import { claim } from '../support/api.js';
import { startBuiltServer } from '../support/built-server.js';
import { damagePages } from '../support/data/damage-pages.js';
import { runOps } from '../support/run-ops.js';
import { newSigner } from '../support/signer.js';
import { withFolder } from '../support/temporary-database.js';
import { startTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const MORE = `INSERT INTO wallet (address, joined_at) VALUES ('${wallet('late')}', '2026-11-21T12:00:00.000Z')`;

async function change(path: string): Promise<void> {
  const database = await openAsIs(path);
  await database.query(MORE);
  await database.destroy();
}

const original = { folder: '', path: '', file: '' };
/** Fingerprint of the database. */
let now: string | null;
/** Fingerprint of the backup. */
let then: string | null;

let path: string;
let file: string;

beforeAll(async () => {
  original.folder = await mkdtemp(join(tmpdir(), 'pyramidion-'));
  original.path = join(original.folder, 'test.sqlite');
  original.file = join(original.folder, 'backup.sqlite');
  await seedDatabase(`sqlite:${original.path}`, 50);
  await writeBackup(original.path, original.file, false);
  await change(original.path);
  [now, then] = [await fingerprintOf(original.path), await fingerprintOf(original.file)];
});

afterAll(() => rm(original.folder, { recursive: true }));

eachInFolder((folder) => {
  [path, file] = [join(folder, 'test.sqlite'), join(folder, 'backup.sqlite')];
});

beforeEach(async () => {
  await copyFile(original.path, path);
  await copyFile(original.file, file);
});

async function leftovers(path: string): Promise<string[]> {
  const known = [basename(path), `${basename(path)}.lock`, 'backup.sqlite', 'backup.sqlite-wal'];
  return (await readdir(dirname(path))).filter((name) => !known.includes(name));
}

/** Creates a database as a killed server leaves it: with a non-empty write-ahead log. */
async function leaveWithLog(path: string): Promise<void> {
  const open = join(dirname(path), 'open.sqlite');
  await seedDatabase(`sqlite:${open}`, 5);
  const database = await openDatabase({ kind: 'sqlite', path: open });
  await database.writer.write((manager) => manager.query(MORE));
  await copyFile(open, path);
  await copyFile(`${open}-wal`, `${path}-wal`);
  await database.close();
  await rm(open);
}

/** Returns the fingerprint of a database with its write-ahead log, without changing the two files. */
async function fingerprintOfKilled(path: string): Promise<string | null> {
  return withFolder(async (folder) => {
    const copy = join(folder, 'copy.sqlite');
    await copyFile(path, copy);
    await copyFile(`${path}-wal`, `${copy}-wal`);
    return fingerprintOf(copy);
  });
}

async function etagAfterAnotherProof(path: string): Promise<string | null> {
  const server = await startTestServer({ DATABASE_URL: `sqlite:${path}` });
  await new Visitor(server.url).signIn(newSigner(), wallet('top'));
  const { headers } = await fetch(`${server.url}/api/proofs`, { method: 'HEAD' });
  await server.close();
  return headers.get('etag');
}

const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;

describe('restoring a backup', () => {
  test('replaces the database, and keeps the old database in another file', async () => {
    const { aside, bytes } = await restoreBackup(file, path);
    expect(await fingerprintOf(path)).toBe(then);
    expect(await fingerprintOf(aside ?? '')).toBe(now);
    expect(bytes).toBe((await stat(path)).size);
    expect(await leftovers(path)).toEqual([basename(aside ?? '')]);
  });

  test('does not apply the write-ahead log of the old database to the restored database', async () => {
    await leaveWithLog(path);
    const old = await fingerprintOfKilled(path);
    const { aside } = await restoreBackup(file, path);
    expect(await fingerprintOf(path)).toBe(then);
    expect(await fingerprintOf(aside ?? '')).toBe(old);
  });

  test('does not apply the leftover write-ahead log of a removed database', async () => {
    await leaveWithLog(path);
    await rm(path);
    expect((await restoreBackup(file, path)).aside).toBeNull();
    expect(await fingerprintOf(path)).toBe(then);
  });

  describeAsRoot('by root', () => {
    const OWNER = { uid: 4321, gid: 4322 };

    let home: string;

    beforeEach(async () => {
      home = join(dirname(path), 'home');
      await chmod(dirname(path), 0o755);
      await chmod(file, 0o644);
      await mkdir(home);
      await chown(home, OWNER.uid, OWNER.gid);
    });

    test('gives the database to the owner of the folder', async () => {
      const { status } = await runOps(`sqlite:${join(home, 'data/new.sqlite')}`, 'restore', file);
      expect(status).toBe(0);
      for (const name of ['data', 'data/new.sqlite', 'data/new.sqlite.lock']) {
        expect(await stat(join(home, name))).toMatchObject(OWNER);
      }
    });

    test('rejects a lock file that is a link to another file', async () => {
      const path = join(home, 'new.sqlite');
      await writeFile(join(dirname(home), 'precious'), '', { mode: 0o600 });
      await symlink('../precious', `${path}.lock`);
      const { status, stderr } = await runOps(`sqlite:${path}`, 'restore', file);
      expect([status, stderr]).toEqual([2, expect.stringContaining('cannot be used')]);
      expect(await stat(join(dirname(home), 'precious'))).toMatchObject({ uid: 0, size: 0 });
    });

    test('replaces a link at the path of the temporary file, without writing to its target', async () => {
      const path = join(home, 'new.sqlite');
      await writeFile(join(dirname(home), 'precious'), '', { mode: 0o600 });
      await symlink('../precious', `${path}.restoring`);
      expect((await runOps(`sqlite:${path}`, 'restore', file)).status).toBe(0);
      expect(await stat(join(dirname(home), 'precious'))).toMatchObject({ uid: 0, size: 0 });
      expect((await lstat(path)).isFile()).toBe(true);
    });

    test('names the user who must be able to read the backup', async () => {
      await chmod(file, 0o600);
      const { stderr } = await runOps(`sqlite:${join(home, 'new.sqlite')}`, 'restore', file);
      expect(stderr).toContain('cannot be read by user 4321');
    });
  });

  test('if killed, leaves no temporary file after the next start', async () => {
    await writeFile(`${path}.restoring`, 'half of it');
    await (await acquireServerLock(path)).release();
    expect(await leftovers(path)).toEqual([]);
  });

  test('creates a missing database with its folder', async () => {
    const elsewhere = join(dirname(path), 'new/machine.sqlite');
    expect((await restoreBackup(file, elsewhere)).aside).toBeNull();
    expect(await fingerprintOf(elsewhere)).toBe(then);
  });

  test.each([
    ['is nonsense', (path: string) => writeFile(path, 'Dear diary, '.repeat(100))],
    ['is damaged in several places', damagePages],
  ])('replaces a database that %s, and keeps it in another file', async (_what, damage) => {
    await damage(path);
    const before = await readFile(path);
    const { aside } = await restoreBackup(file, path);
    expect(await fingerprintOf(path)).toBe(then);
    expect((await readFile(aside ?? '')).subarray(100)).toEqual(before.subarray(100));
  });

  test.each([
    ['the next start', async (path: string) => (await acquireServerLock(path)).release()],
    ['the next restore', async (path: string, file: string) => restoreBackup(file, path)],
  ])('if killed half-way, leaves no second link to the database after %s', async (_what, goOn) => {
    const { aside: earlier } = await restoreBackup(file, path);
    await link(path, `${path}.replaced-2026-11-21T12-00-00.000Z`);
    await goOn(path, file);
    const kept = (await leftovers(path)).map((name) => join(dirname(path), name));
    expect(kept).toContain(earlier);
    expect(await Promise.all(kept.map(async (name) => (await stat(name)).nlink))).toEqual(
      kept.map(() => 1),
    );
    expect(await fingerprintOf(earlier ?? '')).toBe(now);
    expect(await fingerprintOf(path)).toBe(then);
  });

  test('changes the ETag of the proofs once another proof replaces the lost one', async () => {
    await withFolder(async (folder) => {
      const [path, file] = [join(folder, 'test.sqlite'), join(folder, 'backup.sqlite')];
      await seedDatabase(`sqlite:${path}`, 50);
      await writeBackup(path, file, false);
      const before = await etagAfterAnotherProof(path);
      await restoreBackup(file, path);
      expect(await etagAfterAnotherProof(path)).not.toBe(before);
    });
  });

  test('keeps the permissions of the database, not those of the backup', async () => {
    await chmod(path, 0o640);
    await chmod(file, 0o400);
    await restoreBackup(file, path);
    expect((await stat(path)).mode & 0o777).toBe(0o640);
  });
});

describe('triggers and views in a backup', () => {
  test.each([
    ['a trigger', 'CREATE TRIGGER evil AFTER INSERT ON wallet BEGIN DELETE FROM session; END'],
    [
      'a trigger with one of our names',
      'DROP TRIGGER referral_proven',
      'CREATE TRIGGER referral_proven AFTER INSERT ON wallet BEGIN DELETE FROM session; END',
    ],
    ['a view', 'CREATE VIEW evil AS SELECT * FROM session'],
    [
      'a view with one of our names',
      'DROP VIEW recruits',
      'CREATE VIEW recruits AS SELECT * FROM session',
    ],
  ])('are not restored: %s', async (_what, ...statements) => {
    const database = await openAsIs(file);
    for (const statement of statements) await database.query(statement);
    await database.destroy();
    await restoreBackup(file, path);
    expect(await fingerprintOf(path)).toBe(then);
  });
});

describe('restore is rejected, and the database unchanged,', () => {
  const unsound: [string, RegExp, (file: string) => Promise<void>][] = [
    ['is not a database', /is not a SQLite database/, (file) => writeFile(file, 'x'.repeat(500))],
    ['is empty', /is empty or truncated/, (file) => truncate(file, 0)],
    ['is cut off', /is cut off/, (file) => truncate(file, 20_480)],
    ['is damaged', /is damaged/, damagePages],
    [
      'is of another application',
      /of another application/,
      async (file) => alter(file, 'PRAGMA application_id = 7'),
    ],
    [
      'has rows that refer to missing rows',
      /is damaged \(a row of check_in refers to a missing row of wallet/,
      async (file) =>
        alter(
          file,
          'PRAGMA foreign_keys = OFF',
          `INSERT INTO check_in VALUES ('${wallet('nobody')}', '2026-11-21', '2026-11-21T12:00:00.000Z')`,
        ),
    ],
    [
      'has an unknown migration',
      /by another version of this program \(Later9\)/,
      async (file) => alter(file, "INSERT INTO migrations (timestamp, name) VALUES (9, 'Later9')"),
    ],
    [
      'has a view instead of a table',
      /has no table check_in/,
      async (file) =>
        alter(file, 'DROP TABLE check_in', 'CREATE VIEW check_in AS SELECT * FROM session'),
    ],
    [
      'has a row that breaks a rule',
      /has a row that breaks a rule \(a wallet must not recruit itself\)/,
      async (file) =>
        alter(
          file,
          'PRAGMA ignore_check_constraints = ON',
          'PRAGMA foreign_keys = OFF',
          'DROP TRIGGER referral_final',
          `UPDATE referral SET recruit = '${wallet('own')}', referrer = '${wallet('own')}' WHERE rowid = 1`,
        ),
    ],
    ['has a write-ahead log', /in use/, (file) => writeFile(`${file}-wal`, 'not in the file yet')],
  ];

  async function alter(file: string, ...statements: string[]): Promise<void> {
    const database = await openAsIs(file);
    for (const statement of statements) await database.query(statement);
    await database.destroy();
  }

  test.each(unsound)('if the backup %s', async (_what, message, spoil) => {
    await spoil(file);
    await expect(restoreBackup(file, path)).rejects.toThrow(message);
    expect(await fingerprintOf(path)).toBe(now);
    expect(await leftovers(path)).toEqual([]);
  });

  test('if the backup is a link to the database itself, or to a database in use', async () => {
    const [soft, hard, used] = ['soft', 'hard', 'used'].map((name) => `${file}.${name}`);
    await symlink(path, soft ?? '');
    await expect(restoreBackup(soft ?? '', path)).rejects.toThrow(/is the database itself/);
    await link(path, hard ?? '');
    await expect(restoreBackup(hard ?? '', path)).rejects.toThrow(/is the database itself/);
    await rm(hard ?? '');
    await symlink(file, used ?? '');
    await writeFile(`${file}-wal`, 'not in the file yet');
    await expect(restoreBackup(used ?? '', path)).rejects.toThrow(/in use/);
    expect(await fingerprintOf(path)).toBe(now);
  });

  test('if doctor finds a fault in the backup, unless --despite-doctor is given', async () => {
    await alter(file, 'UPDATE wallet SET direct_recruits = 7 WHERE joined_number = 1');
    await expect(restoreBackup(file, path)).rejects.toThrow(
      /doctor finds a fault in \S+ \(\w+ has 7 recruits, /,
    );
    expect(await fingerprintOf(path)).toBe(now);
    expect(await leftovers(path)).toEqual([]);
    await restoreBackup(file, path, true);
  });

  test('if another program has the database open', async () => {
    const shell = await openAsIs(path);
    await shell.query('BEGIN');
    await shell.query('SELECT * FROM wallet');
    await expect(restoreBackup(file, path)).rejects.toThrow(/another program has open/);
    await shell.destroy();
    expect(await fingerprintOf(path)).toBe(now);
  });

  test('if the database file belongs to another program', async () => {
    const other = join(dirname(path), 'other.sqlite');
    await copyFile(path, other);
    await alter(other, 'PRAGMA application_id = 7');
    const bytes = await readFile(other);
    await expect(restoreBackup(file, other)).rejects.toThrow(/of another application/);
    expect(await readFile(other)).toEqual(bytes);
  });

  test('while the server lock is held', async () => {
    const lock = await acquireServerLock(path);
    await expect(restoreBackup(file, path)).rejects.toThrow(/serving or restoring/);
    await lock.release();
    expect(await fingerprintOf(path)).toBe(now);
  });

  test('if the database or the backup is a folder', async () => {
    await expect(restoreBackup('/', path)).rejects.toThrow(/is a folder: name a backup/);
    await expect(restoreBackup(file, dirname(path))).rejects.toThrow(/is a folder: name a file/);
    expect(await fingerprintOf(path)).toBe(now);
  });

  test('if the backup does not exist', async () => {
    await expect(restoreBackup('/nowhere.sqlite', path)).rejects.toThrow(StartError);
    expect(await fingerprintOf(path)).toBe(now);
  });
});

describe('the command restore', () => {
  test('exits with 1 while a server runs, without disturbing it, and with 0 after the server was killed', async () => {
    await withFolder(async (folder) => {
      const [path, file] = [join(folder, 'test.sqlite'), join(folder, 'backup.sqlite')];
      const url = `sqlite:${path}`;
      const first = await startBuiltServer(folder, { DATABASE_URL: url });
      await claim(first.url, wallet('top'), wallet(1));
      await writeBackup(path, file, false);
      const refused = await runOps(url, 'restore', file);
      expect(refused).toMatchObject({ status: 1, stdout: '' });
      expect(refused.stderr).toMatch(/^error: DATABASE_URL .* is serving or restoring[^\n]*\n$/);
      expect((await claim(first.url, wallet('top'), wallet(2))).status).toBe(201);
      await first.stop('SIGKILL');

      const { status, stdout } = await runOps(url, 'restore', file, '--json');
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toEqual({
        file,
        database: path,
        bytes: (await stat(path)).size,
        aside: expect.stringContaining(`${path}.replaced-`),
      });
      expect(await fingerprintOf(path)).toBe(await fingerprintOf(file));
    });
  }, 60_000);
});
