import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Unavailable } from '../../src/core/errors.js';
import { claim, getStats } from '../support/api.js';
import { countWallets, join } from '../support/data/joining.js';
import { eventually } from '../support/eventually.js';
import { openShell } from '../support/shell.js';
import { withDatabase, withDatabaseUrl } from '../support/temporary-database.js';
import { startTestServer } from '../support/test-server.js';
import { wallet } from '../support/wallets.js';

const pidRows = z.tuple([z.object({ pid: z.int() })]);

test('a claim gets 503 while another transaction locks its referrer’s row, and is recorded when sent again afterwards', async () => {
  await withDatabaseUrl(async (url) => {
    const server = await startTestServer({ DATABASE_URL: url, TRUST_PROXY: '1' });
    await claim(server.url, wallet('held'), wallet('before'));
    const shell = await openShell(url);
    await shell.query('BEGIN');
    await shell.query(`SELECT FROM wallet WHERE address = '${wallet('held')}' FOR UPDATE`);
    expect((await claim(server.url, wallet('held'), wallet('for held'))).status).toBe(503);
    await shell.query('ROLLBACK');
    for (const referrer of ['held', 'other']) {
      expect((await claim(server.url, wallet(referrer), wallet(`for ${referrer}`))).status).toBe(
        201,
      );
    }
    expect((await getStats(server.url, wallet('held'))).directRecruits).toBe(2);
    await shell.destroy();
    await server.close();
  });
});

test('the writer rejects and rolls back a write that ignores a failed statement', async () => {
  await withDatabase(async (database) => {
    const { writer } = database;
    const careless = writer.write(async (manager) => {
      await join('lost')(manager);
      await manager.query('SELECT missing FROM wallet').catch(() => undefined);
    });
    await expect(careless).rejects.toThrow('current transaction is aborted');
    expect(await writer.write(join('next'))).toBe('next');
    expect(await countWallets(database)).toBe(1);
  });
});

test('after a write that PostgreSQL rejects as read-only, the writer opens a new connection', async () => {
  await withDatabase(async ({ writer }) => {
    const pid = async (manager: EntityManager) =>
      pidRows.parse(await manager.query('SELECT pg_backend_pid() AS pid'))[0].pid;
    const first = await writer.write(pid);
    expect(await writer.write(pid)).toBe(first);
    const rejected = writer.write(async (manager) => {
      await manager.query('SET TRANSACTION READ ONLY');
      await join('lost')(manager);
    });
    await expect(rejected).rejects.toThrow(Unavailable);
    expect(await writer.write(pid)).not.toBe(first);
  });
});

test('the writer rejects the writes of a killed connection, and opens a new connection', async () => {
  await withDatabase(async (database, url) => {
    const shell = await openShell(url);
    const killed = Promise.allSettled([
      database.writer.write(async (manager) => {
        const [{ pid }] = pidRows.parse(await manager.query('SELECT pg_backend_pid() AS pid'));
        await join('lost')(manager);
        await shell.query('SELECT pg_terminate_backend($1)', [pid]);
        await join('lost, too')(manager);
      }),
      database.writer.write(join('beside it')),
    ]);
    expect((await killed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await database.writer.write(join('next'))).toBe('next');
    expect(await countWallets(database)).toBe(1);
    await shell.destroy();
  });
});

test('a write is rejected as Unavailable if its connection is lost between two statements', async () => {
  await withDatabase(async (database, url) => {
    const shell = await openShell(url);
    const write = database.writer.write(async (manager) => {
      const [{ pid }] = pidRows.parse(await manager.query('SELECT pg_backend_pid() AS pid'));
      await shell.query('SELECT pg_terminate_backend($1)', [pid]);
      await eventually(() => Promise.resolve(manager.queryRunner?.isReleased), true);
      await join('lost')(manager);
    });
    await expect(write).rejects.toThrow(Unavailable);
    await shell.destroy();
  });
});
