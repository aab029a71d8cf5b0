import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { claim, getLeaderboard, getStats } from '../support/api.js';
import { newSigner } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { sharedServer } from '../support/shared-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const server = sharedServer({ TRUST_PROXY: '1' });

describe('GET /api/leaderboard', () => {
  test('returns no rows from an empty database', async () => {
    expect(await getLeaderboard(server.url)).toEqual({ entries: [], total: 0, next: null });
  });

  test('does not rank a wallet with many claims but no proven recruit', async () => {
    await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        claim(server.url, wallet('unsuspecting'), wallet(`stranger ${index}`)),
      ),
    );
    expect(await getLeaderboard(server.url)).toEqual({ entries: [], total: 0, next: null });
    const { directRecruits, rank } = await getStats(server.url, wallet('unsuspecting'));
    expect([directRecruits, rank]).toEqual([25, null]);
  });

  test('gives ties the same rank, and sorts them by recruits, then by age of the wallet', async () => {
    for (const referrer of ['early', 'late', 'busy']) {
      await new Visitor(server.url).signIn(newSigner(), wallet(referrer));
    }
    await claim(server.url, wallet('busy'), wallet('b2'));
    const { entries, total } = await getLeaderboard(server.url);
    expect(entries.map((entry) => [entry.rank, entry.wallet, entry.recruits])).toEqual([
      [1, wallet('busy'), 2],
      [1, wallet('early'), 1],
      [1, wallet('late'), 1],
    ]);
    expect(total).toBe(3);
    expect((await getStats(server.url, wallet('late'))).rank).toBe(1);
  });

  test('returns all pages without a gap until next is null', async () => {
    const first = await getLeaderboard(server.url, '?limit=2');
    expect(first.entries.map(({ wallet: address }) => address)).toEqual([
      wallet('busy'),
      wallet('early'),
    ]);
    const second = await getLeaderboard(server.url, `?limit=2&cursor=${first.next ?? ''}`);
    expect(second.entries.map(({ wallet: address }) => address)).toEqual([wallet('late')]);
    expect(second.next).toBeNull();
  });

  test('puts the wallet of around= in the middle of the page, except at the ends of the board', async () => {
    const around = async (name: string, limit: number) => {
      const page = await getLeaderboard(server.url, `?limit=${limit}&around=${wallet(name)}`);
      expect(page.total).toBe(3);
      return page.entries.map(({ rank, wallet: address }) => [rank, address]);
    };
    const [busy, early, late] = [
      [1, wallet('busy')],
      [1, wallet('early')],
      [1, wallet('late')],
    ];
    expect(await around('early', 3)).toEqual([busy, early, late]);
    expect(await around('early', 1)).toEqual([early]);
    expect(await around('busy', 3)).toEqual([busy, early, late]);
    expect(await around('late', 3)).toEqual([early, late]);
    expect(await around('unsuspecting', 3)).toEqual([]);
  });

  test('rejects a malformed cursor without failing concurrent requests', async () => {
    const ask = async (query: string) =>
      (await fetch(`${server.url}/api/leaderboard?${query}`)).status;
    const asked = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? '' : 'cursor=bad'));
    const expected = asked.map((query) => (query === '' ? 200 : 400));
    expect(await Promise.all(asked.map(ask))).toEqual(expected);
  });
});

describe('GET /api/leaderboard with damaged counts by points', () => {
  let damaged: TestServer;
  const names = ['three', 'two', 'one'];

  beforeAll(async () => {
    damaged = await startTestServer({ TRUST_PROXY: '1' });
    for (const [index, name] of names.entries()) {
      for (let count = index; count < names.length; count += 1) {
        await new Visitor(damaged.url).signIn(newSigner(), wallet(name));
      }
    }
  });

  afterAll(async () => {
    await damaged.close();
  });

  test.each([
    ['the highest points', 'points = 3000'],
    ['the two highest points', 'points >= 2000'],
    ['all points', 'points > 0'],
  ])('lists every ranked wallet even if the counts for %s are missing', async (_which, where) => {
    await damaged.database.writer.write((manager) =>
      manager.query(`DELETE FROM internal_point_count WHERE ${where}`),
    );
    for (const window of ['all', 'week']) {
      const found: string[] = [];
      let next: string | null = '';
      while (next !== null) {
        const cursor = next === '' ? '' : `&cursor=${next}`;
        const page = await getLeaderboard(damaged.url, `?limit=1&window=${window}${cursor}`);
        found.push(...page.entries.map(({ wallet: address }) => address));
        next = page.next;
      }
      expect(found).toEqual(names.map((name) => wallet(name)));
    }
  });
});

describe('GET /api/referral-stats', () => {
  test('gives each concurrent request its own answer', async () => {
    const names = ['early', 'late', 'busy', 'e1', 'nobody', 'busy', 'early', 'b2', 'nobody'];
    const together = await Promise.all(names.map((name) => getStats(server.url, wallet(name))));
    for (const [index, name] of names.entries()) {
      expect(together[index]).toEqual(await getStats(server.url, wallet(name)));
      expect(together[index]?.wallet).toBe(wallet(name));
    }
  });

  test('returns zeros and nulls for an unknown wallet', async () => {
    const stranger = wallet('stranger');
    expect(await getStats(server.url, stranger)).toEqual({
      wallet: stranger,
      directRecruits: 0,
      provenRecruits: 0,
      points: 0,
      pendingPoints: 0,
      rank: null,
      streak: 0,
      referrer: null,
      referrerStatus: null,
    });
  });
});
