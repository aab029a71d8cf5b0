import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { problemSchema } from '../../src/http/problem.js';
import { SettableClock } from '../support/settable-clock.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { select } from '../../src/database/reader.js';

const clock = new SettableClock('2026-11-21T12:00:00.000Z');
let server: TestServer;

let later = 0;

beforeAll(async () => {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + later);
  server = await startTestServer({}, clock);
});

afterAll(async () => {
  await server.close();
  jest.restoreAllMocks();
});

const statusOf = (kind: 'live' | 'ready') => async (): Promise<number> =>
  (await fetch(`${server.url}/api/health/${kind}`)).status;

async function statusLater(): Promise<number> {
  later += 10_000;
  return statusOf('ready')();
}

async function rename(from: string, to: string): Promise<void> {
  await server.database.writer.write((manager) =>
    manager.query(`ALTER TABLE ${from} RENAME TO ${to}`),
  );
}

describe('health checks:', () => {
  test.each([
    ['live', { status: 'ok', build: expect.stringMatching(/^([0-9a-f]{12}|none)$/) }],
    ['ready', { status: 'ok' }],
  ])('/api/health/%s answers 200', async (kind, answer) => {
    const response = await fetch(`${server.url}/api/health/${kind}`);
    expect([response.status, await response.json()]).toEqual([200, answer]);
  });

  test.each([
    ['wallet', 'cannot be read'],
    ['sign_in_challenge', 'cannot be written'],
  ])(
    'while the table %s is missing, live answers 200, and ready answers 503: the database %s',
    async (table, fault) => {
      await rename(table, 'mislaid');
      expect(await statusLater()).toBe(503);
      const response = await fetch(`${server.url}/api/health/ready`);
      expect(response.headers.get('retry-after')).toBe('5');
      expect(problemSchema.parse(await response.json()).detail).toContain(fault);
      expect(await statusOf('live')()).toBe(200);
      await rename('mislaid', table);
      later += 1_000;
      expect(await statusOf('ready')()).toBe(200);
    },
  );

  test('/api/health/ready checks again after the system time was set back', async () => {
    await rename('wallet', 'mislaid');
    expect(await statusLater()).toBe(503);
    await rename('mislaid', 'wallet');
    clock.advance(-3_600_000);
    expect(await statusLater()).toBe(200);
  });

  test('/api/health/ready leaves no challenge in the database', async () => {
    expect(await statusLater()).toBe(200);
    const [row] = await select(
      server.database.reading,
      z.object({ challenges: z.coerce.number() }),
      'SELECT count(*) AS challenges FROM sign_in_challenge',
    );
    expect(row?.challenges).toBe(0);
  });
});
