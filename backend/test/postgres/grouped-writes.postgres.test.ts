import { expect, test } from '@jest/globals';
import type { WriteObserver } from '../../src/database/writer.js';
import { claim, getStats } from '../support/api.js';
import { countWallets, joinBatch } from '../support/data/joining.js';
import { openShell } from '../support/shell.js';
import { withDatabase, withDatabaseUrl } from '../support/temporary-database.js';
import { startTestServer } from '../support/test-server.js';
import { wallet } from '../support/wallets.js';

/** Records the number of writes in each transaction. */
class Commits implements WriteObserver {
  readonly sizes: number[] = [];

  committed(jobs: number): void {
    this.sizes.push(jobs);
  }

  rejected(): void {
    this.sizes.push(0);
  }
}

test('writes at most 32 waiting items in one transaction', async () => {
  await withDatabase(async (database) => {
    const commits = new Commits();
    database.writer.observe(commits);
    const batch = joinBatch();
    const names = Array.from({ length: 80 }, (_, index) => `visitor ${index}`);
    expect(
      await Promise.all(names.map((name) => database.writer.writeTogether(batch, name, 'client'))),
    ).toEqual(names);
    expect(commits.sizes).toEqual([32, 32, 16]);
    expect(await countWallets(database)).toBe(80);
  });
});

test('a claim that needs a locked row gets 503, and is recorded when sent again afterwards', async () => {
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
