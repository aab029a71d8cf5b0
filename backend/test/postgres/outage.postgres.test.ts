import { describe, expect, test } from '@jest/globals';
import { problemSchema } from '../../src/http/problem.js';
import { claim, getStats } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { createDatabase } from '../support/temporary-database.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { wallet } from '../support/wallets.js';
import { layWire, type Wire } from './wire.js';

async function withWire(work: (server: TestServer, wire: Wire) => Promise<void>): Promise<void> {
  const database = await createDatabase();
  const url = new URL(database.url);
  const wire = await layWire(`${url.searchParams.get('host') ?? ''}/.s.PGSQL.5432`);
  const server = await startTestServer({
    DATABASE_URL: `postgres://postgres@127.0.0.1:${wire.port}${url.pathname}`,
    TRUST_PROXY: '1',
  });
  try {
    await work(server, wire);
  } finally {
    wire.unblock();
    await server.close();
    await wire.close();
    await database.remove();
  }
}

const statusOf = (server: TestServer, path: string) => async (): Promise<number> =>
  (await fetch(server.url + path)).status;

async function expectUnavailable(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(problemSchema.parse(await response.json()).detail).toMatch(/Try again/);
}

describe('a server on PostgreSQL', () => {
  test('answers 503 with Retry-After to a claim and a read while PostgreSQL is silent, and is ready again afterwards', async () => {
    await withWire(async (server, wire) => {
      expect((await claim(server.url, wallet('top'), wallet('before'))).status).toBe(201);
      wire.block();
      await Promise.all([
        claim(server.url, wallet('top'), wallet('meanwhile')).then(expectUnavailable),
        fetch(`${server.url}/api/leaderboard`).then(expectUnavailable),
        fetch(`${server.url}/api/health/ready`).then(expectUnavailable),
        expect(statusOf(server, '/api/health/live')()).resolves.toBe(200),
      ]);
      wire.unblock();
      await eventually(statusOf(server, '/api/health/ready'), 200);
      expect((await claim(server.url, wallet('top'), wallet('after'))).status).toBe(201);
      expect((await getStats(server.url, wallet('before'))).referrer).toBe(wallet('top'));
    });
  });

  test('enforces rate limits in memory while PostgreSQL is silent', async () => {
    await withWire(async (server, wire) => {
      wire.block();
      const answers = await Promise.all(
        Array.from({ length: 35 }, () =>
          fetch(`${server.url}/api/referral`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
            body: '{}',
          }),
        ),
      );
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(30);
    });
  });
});
