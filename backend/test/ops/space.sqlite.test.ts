import { afterEach, describe, expect, jest, test } from '@jest/globals';
import promises from 'node:fs/promises';
import { join } from 'node:path';
import { DiskTooFull, requireSpace } from '../../src/core/files.js';
import { openForWriting } from '../../src/database/sqlite/connection.js';
import { seedDatabase } from '../support/data/seed.js';
import { fingerprintOf } from '../support/data/fingerprint.js';
import { canMount, withSmallDisk } from '../support/faults/small-disk.js';
import { runOps } from '../support/run-ops.js';
import { withFolder } from '../support/temporary-database.js';

const MIB = 1024 * 1024;

jest.setTimeout(120_000);

afterEach(() => {
  jest.restoreAllMocks();
});

function pretendFree(mebibytes: number, blocks = 1e9): void {
  const figures = {
    bavail: mebibytes * 256,
    bsize: 4_096,
    blocks,
    bfree: 0,
    ffree: 0,
    files: 0,
    type: 0,
  };
  jest.spyOn(promises, 'statfs').mockResolvedValue(figures);
}

describe('space for a copy', () => {
  test.each([
    { free: 138, bytes: 10 * MIB, is: 'enough' },
    { free: 137, bytes: 10 * MIB, is: 'too little' },
    { free: 128, bytes: 0, is: 'enough' },
    { free: 1, bytes: 0, is: 'too little' },
  ])('of $bytes bytes is $is if $free MiB are free', async ({ free, bytes, is }) => {
    pretendFree(free);
    const check = expect(requireSpace('/tmp', bytes));
    if (is === 'enough') await check.resolves.toBeUndefined();
    else await check.rejects.toThrow(DiskTooFull);
  });

  test('is not required of a file system that does not report its size', async () => {
    pretendFree(0, 0);
    await expect(requireSpace('/tmp', 1e12)).resolves.toBeUndefined();
  });
});

(canMount ? describe : describe.skip)(
  'on a disk with less free space than the reserve (needs root),',
  () => {
    test('backup, restore and copy are rejected, and the database stays unchanged', async () => {
      await withFolder(async (roomy) => {
        await withSmallDisk(100, async (disk) => {
          const folder = String(disk);
          const [path, backup] = [join(folder, 'test.sqlite'), join(roomy, 'backup.sqlite')];
          await seedDatabase(`sqlite:${path}`, 20);
          await seedDatabase(`sqlite:${backup}`, 30);
          const before = await fingerprintOf(path);
          const url = `sqlite:${path}`;
          const copy = join(folder, 'copy.sqlite');
          for (const words of [
            ['backup', join(folder, 'backup.sqlite')],
            ['restore', backup],
            ['copy', '--to', `sqlite:${copy}`],
          ]) {
            expect(await runOps(url, ...words)).toEqual({
              status: 1,
              stdout: '',
              stderr: expect.stringMatching(
                /^error: nothing was written: only \d+ MiB are free .*128 MiB stay free/,
              ),
            });
          }
          expect(await fingerprintOf(path)).toBe(before);
          expect(
            (await promises.readdir(folder)).filter((name) =>
              /backup|restoring|replaced/.test(name),
            ),
          ).toEqual([]);
        });
      });
    });
  },
);

test('a write-ahead log that grew during a long read is truncated afterwards', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'test.sqlite');
    await seedDatabase(`sqlite:${path}`, 20);
    const [writing, reading] = [await openForWriting(path), await openForWriting(path)];
    await reading.query('BEGIN');
    await reading.query('SELECT count(*) FROM wallet');
    await writing.query('CREATE TABLE large (bytes)');
    await writing.query(`INSERT INTO large VALUES (zeroblob(${150 * MIB}))`);
    await reading.query('COMMIT');
    const sizeOf = async (): Promise<number> => (await promises.stat(`${path}-wal`)).size;
    expect(await sizeOf()).toBeGreaterThan(150 * MIB);
    await writing.query('PRAGMA wal_checkpoint(PASSIVE)');
    await writing.query('DELETE FROM large');
    await writing.query('PRAGMA wal_checkpoint(PASSIVE)');
    await writing.query('DROP TABLE large');
    expect(await sizeOf()).toBeLessThan(120 * MIB);
    await reading.destroy();
    await writing.destroy();
  });
});
