import { describe, expect, jest, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { backupFile } from '../../src/backup/backup-folder.js';
import { identityOf } from '../../src/core/files.js';
import { restoreBackup } from '../../src/ops/restore.js';
import { claim } from '../support/api.js';
import { startBuiltServer } from '../support/built-server.js';
import { seedDatabase } from '../support/data/seed.js';
import { fingerprintOf } from '../support/data/fingerprint.js';
import { eventually } from '../support/eventually.js';
import { withFolder } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';

const TIMEOUT_MS = 120_000;

const FAULTS = resolve('backend/test/support/faults');

/** Debian's own Python: another Python would not find the package python3-fusepy. */
const PYTHON = '/usr/bin/python3';

const hasFuse = spawnSync(PYTHON, ['-c', 'import fusepy; open("/dev/fuse", "rb")']).status === 0;

async function withShare(work: (folder: string) => Promise<void>): Promise<void> {
  await withFolder(async (parent) => {
    const [real, folder] = [join(parent, 'real'), join(parent, 'share')];
    await mkdir(real);
    await mkdir(folder);
    const before = identityOf(folder);
    const program = join(FAULTS, 'network-folder.py');
    const mount = spawn(PYTHON, [program, real, folder], { stdio: 'ignore' });
    const ending = new Promise((end) => mount.once('exit', end));
    try {
      await eventually(() => Promise.resolve(identityOf(folder) !== before), true);
      await work(folder);
    } finally {
      spawnSync('umount', ['--lazy', folder]);
      mount.kill();
      await ending;
    }
  });
}

const preload = pathToFileURL(join(FAULTS, 'no-folder-sync.js')).href;

async function serveAndBackUp(folder: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const backups = join(folder, 'backups');
  await mkdir(backups);
  for (const day of ['2026-01-01', '2026-01-02']) {
    await writeFile(backupFile(backups, new Date(day), 'sqlite'), 'old');
  }
  const server = await startBuiltServer(folder, {
    BACKUP_DIR: backups,
    BACKUP_KEEP: '1',
    TRUST_PROXY: '1',
    ...environment,
  });
  expect((await claim(server.url, wallet('top'), wallet(0))).status).toBe(201);
  await eventually(async () => (await readdir(backups)).length, 1);
  await eventually(async () => (await fetch(`${server.url}/log/checkpoint`)).status, 200);
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(server.log()).toContain('"msg":"backed up"');
  expect(server.log()).not.toMatch(/backup failed|not published/);
}

jest.setTimeout(TIMEOUT_MS);

describe('a folder that cannot be flushed', () => {
  test.each(['EINVAL', 'ENOTSUP'])(
    'can hold the database and its backups if fsync fails with %s',
    async (code) => {
      await withFolder((folder) =>
        serveAndBackUp(folder, {
          NODE_OPTIONS: `--import ${preload}`,
          FOLDER_SYNC_ERROR: code,
        }),
      );
    },
  );

  test('prevents the start if fsync fails with EIO', async () => {
    await withFolder(async (folder) => {
      const starting = startBuiltServer(folder, {
        NODE_OPTIONS: `--import ${preload}`,
        FOLDER_SYNC_ERROR: 'EIO',
      });
      await expect(starting).rejects.toThrow(/session-secret cannot be used.*EIO/);
    });
  });
});

(hasFuse ? describe : describe.skip)('a network share (skipped without FUSE)', () => {
  test('can hold the database and its backups', async () => {
    await withShare((folder) => serveAndBackUp(folder, {}));
  });

  test('can hold a restored database', async () => {
    await withShare(async (folder) => {
      const [database, backup] = [join(folder, 'test.sqlite'), join(folder, 'backup.sqlite')];
      await seedDatabase(`sqlite:${database}`, 5);
      await seedDatabase(`sqlite:${backup}`, 20);
      const [before, after] = [await fingerprintOf(database), await fingerprintOf(backup)];
      const { aside } = await restoreBackup(backup, database);
      expect([await fingerprintOf(database), await fingerprintOf(String(aside))]).toEqual([
        after,
        before,
      ]);
    });
  });
});
