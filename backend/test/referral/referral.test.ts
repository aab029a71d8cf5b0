import { describe, expect, test } from '@jest/globals';
import { claim, getStats, postJson } from '../support/api.js';
import { withDatabaseUrl } from '../support/temporary-database.js';
import { startTestServer } from '../support/test-server.js';
import { sharedServer } from '../support/shared-server.js';
import { wallet } from '../support/wallets.js';

const server = sharedServer({ TRUST_PROXY: '1' });

function tally(responses: Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('POST /api/referral', () => {
  test('records a claim with 201: the referrer has 1 recruit and 1,000 pending points', async () => {
    const [referrer, recruit] = [wallet('first'), wallet('second')];
    const response = await claim(server.url, referrer, recruit);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ status: 'claimed', referrer, recruit });
    expect(await getStats(server.url, referrer)).toMatchObject({
      directRecruits: 1,
      provenRecruits: 0,
      points: 0,
      pendingPoints: 1000,
    });
    expect(await getStats(server.url, recruit)).toMatchObject({
      directRecruits: 0,
      rank: null,
      referrer,
    });
  });

  test('answers 200 to a repeated claim, and counts it once', async () => {
    const [referrer, recruit] = [wallet('again 1'), wallet('again 2')];
    await claim(server.url, referrer, recruit);
    const response = await claim(server.url, referrer, recruit);
    expect(response.status).toBe(200);
    expect((await getStats(server.url, referrer)).directRecruits).toBe(1);
  });

  test('answers 409 to a claim for a second referrer, and keeps the first', async () => {
    const recruit = wallet('contested');
    await claim(server.url, wallet('quick'), recruit);
    const response = await claim(server.url, wallet('slow'), recruit);
    expect(response.status).toBe(409);
    expect((await getStats(server.url, recruit)).referrer).toBe(wallet('quick'));
    expect((await getStats(server.url, wallet('slow'))).directRecruits).toBe(0);
  });

  test('answers 422 if referrer and recruit are the same wallet, and counts no recruit', async () => {
    const own = wallet('own');
    expect((await claim(server.url, own, own)).status).toBe(422);
    expect((await getStats(server.url, own)).directRecruits).toBe(0);
  });

  test.each([2, 3, 50])(
    'answers 422 to a claim that closes a cycle of %i wallets',
    async (size) => {
      const name = (index: number) => wallet(`loop ${size} ${index}`);
      for (let index = 1; index < size; index += 1) {
        expect((await claim(server.url, name(index - 1), name(index))).status).toBe(201);
      }
      expect((await claim(server.url, name(size - 1), name(0))).status).toBe(422);
      expect((await getStats(server.url, name(0))).referrer).toBeNull();
    },
  );

  test('records 50 concurrent equal claims once', async () => {
    const posts = Array.from({ length: 50 }, () =>
      claim(server.url, wallet('storm 1'), wallet('storm 2')),
    );
    expect(tally(await Promise.all(posts))).toEqual({ 201: 1, 200: 49 });
    expect((await getStats(server.url, wallet('storm 1'))).directRecruits).toBe(1);
  });

  test('gives a recruit to one of 50 referrers who claim it concurrently', async () => {
    const posts = Array.from({ length: 50 }, (_, index) =>
      claim(server.url, wallet(`suitor ${index}`), wallet('courted')),
    );
    expect(tally(await Promise.all(posts))).toEqual({ 201: 1, 409: 49 });
  });

  test.each([
    ['not base58', 'O0Il'.repeat(10)],
    ['the digit 1 repeated 44 times, which decodes to 44 bytes', '1'.repeat(44)],
    ['cut to 30 characters', wallet('short').slice(0, 30)],
    ['empty', ''],
  ])('answers 400, and names the field, if referrerId is %s', async (_kind, address) => {
    const response = await claim(server.url, address, wallet('fine'));
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({
      status: 400,
      detail: expect.stringMatching(/^referrerId must be/),
    });
  });

  test.each([
    ['not an object', '[]'],
    [
      'an object with an unknown field',
      JSON.stringify({ referrerId: wallet(1), recruitId: wallet(2), x: 1 }),
    ],
    [
      'an object with a number as an address',
      JSON.stringify({ referrerId: 1, recruitId: wallet(2) }),
    ],
    ['cut JSON', '{"referrerId":'],
    ['4,000 nested arrays', '['.repeat(4000)],
    ['an empty text', ''],
    ['an object with a forbidden key', '{"__proto__": {"x": 1}}'],
  ])('answers 400 to a body that is %s', async (_kind, body) => {
    expect((await postJson(`${server.url}/api/referral`, body)).status).toBe(400);
  });
});

describe('a restarted server', () => {
  test('records a claim between two known wallets', async () => {
    await withDatabaseUrl(async (DATABASE_URL) => {
      const environment = { DATABASE_URL };
      const first = await startTestServer(environment);
      await claim(first.url, wallet('known 1'), wallet('known 2'));
      await claim(first.url, wallet('known 3'), wallet('known 4'));
      await first.close();
      const second = await startTestServer(environment);
      expect((await claim(second.url, wallet('known 2'), wallet('known 3'))).status).toBe(201);
      await second.close();
    });
  });
});
