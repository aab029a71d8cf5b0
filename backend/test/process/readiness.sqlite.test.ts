import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Clock } from '../../src/core/clock.js';
import { openForWriting } from '../../src/database/sqlite/connection.js';
import { problemSchema } from '../../src/http/problem.js';
import { eachInFolder } from '../support/each-in-folder.js';
import { claim } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { canMount, withSmallDisk } from '../support/faults/small-disk.js';
import { recordLog, type RecordedLog } from '../support/recorded-log.js';
import { startTestServer } from '../support/test-server.js';
import { wallet } from '../support/wallets.js';

const testWithMounts = canMount ? test : test.skip;

let folder: string;

eachInFolder((made) => (folder = made));

async function withServer(
  path: string,
  work: (
    url: string,
    limitPages: (most: number) => Promise<unknown>,
    recorded: RecordedLog,
  ) => Promise<void>,
): Promise<void> {
  const recorded = recordLog();
  const environment = { DATABASE_URL: `sqlite:${path}`, TRUST_PROXY: '1' };
  const server = await startTestServer(environment, new Clock(), recorded.log);
  const limitPages = (most: number): Promise<unknown> =>
    server.database.writer.write((manager) => manager.query(`PRAGMA max_page_count = ${most}`));
  try {
    await work(server.url, limitPages, recorded);
  } finally {
    await server.close();
  }
}

const statusOf = (url: string, path: string) => async (): Promise<number> =>
  (await fetch(url + path)).status;

async function claimUntilFull(url: string): Promise<number> {
  for (let count = 0; count < 50_000; count += 1) {
    const { status } = await claim(url, wallet('top'), wallet(count));
    if (status === 503) return count;
    expect(status).toBe(201);
  }
  throw new Error('the disk does not fill up');
}

async function expectFull(url: string): Promise<void> {
  await eventually(statusOf(url, '/api/health/ready'), 503);
  const response = await fetch(`${url}/api/health/ready`);
  expect(problemSchema.parse(await response.json()).detail).toContain('cannot be written');
  expect(await statusOf(url, '/api/leaderboard')()).toBe(200);
  expect(await statusOf(url, '/api/health/live')()).toBe(200);
}

/** Moves `performance.now()` forward. */
function skip(ms: number): void {
  const { now } = performance;
  jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ms);
}

describe('a server that cannot write', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('is not ready while the database file cannot grow, and ready again afterwards', async () => {
    await withServer(join(folder, 'test.sqlite'), async (url, limitPages, recorded) => {
      await limitPages(1);
      const acknowledged = await claimUntilFull(url);
      await expectFull(url);
      const [line] = recorded.saying('The database cannot be written. Try again shortly.');
      expect(line?.cause).toBe('SQLITE_FULL: database or disk is full');
      await limitPages(1_000_000);
      await eventually(statusOf(url, '/api/health/ready'), 200);
      expect((await claim(url, wallet('top'), wallet(acknowledged))).status).toBe(201);
    });
  });

  test('is not ready while the database is locked and the last write is 10 s ago, and ready again afterwards', async () => {
    const path = join(folder, 'test.sqlite');
    await withServer(path, async (url) => {
      const operator = await openForWriting(path);
      await operator.query('BEGIN IMMEDIATE');
      skip(10_000);
      await expectFull(url);
      await operator.query('ROLLBACK');
      await operator.destroy();
      await eventually(statusOf(url, '/api/health/ready'), 200);
    });
  });

  testWithMounts(
    'is not ready while a real disk is full, and recovers (needs mounts)',
    async () => {
      await withSmallDisk(4, async (disk) => {
        if (disk === null) throw new Error('mount failed');
        const filler = join(disk, 'filler');
        await withServer(join(disk, 'test.sqlite'), async (url) => {
          await writeFile(filler, Buffer.alloc(3_000_000));
          const acknowledged = await claimUntilFull(url);
          await expectFull(url);
          await rm(filler);
          await eventually(statusOf(url, '/api/health/ready'), 200);
          expect((await claim(url, wallet('top'), wallet(acknowledged))).status).toBe(201);
        });
      });
    },
  );
});
