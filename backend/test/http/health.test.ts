import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { problemSchema } from '../../src/http/problem.js';
import { SettableClock } from '../support/settable-clock.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const clock = new SettableClock('2026-11-21T12:00:00.000Z');
let server: TestServer;

/** How long ago the process seems to have begun, longer than it has, in milliseconds. */
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

/** What readiness is once the last verdict no longer holds. */
async function statusLater(): Promise<number> {
  later += 10_000;
  return statusOf('ready')();
}

async function rename(from: string, to: string): Promise<void> {
  await server.database.writer.write((manager) =>
    manager.query(`ALTER TABLE ${from} RENAME TO ${to}`),
  );
}

describe('health', () => {
  test.each([
    ['live', { status: 'ok', build: expect.stringMatching(/^([0-9a-f]{12}|none)$/) }],
    ['ready', { status: 'ok' }],
  ])('/api/health/%s is 200', async (kind, answer) => {
    const response = await fetch(`${server.url}/api/health/${kind}`);
    expect([response.status, await response.json()]).toEqual([200, answer]);
  });

  test.each([
    ['wallet', 'cannot be read'],
    ['migrations', 'cannot be written'],
  ])(
    'without the table %s, ready is 503 and says that the database %s; live stays 200, and ready comes back',
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

  test('a date that is set back changes nothing: what was wrong is looked at again', async () => {
    await rename('wallet', 'mislaid');
    expect(await statusLater()).toBe(503);
    await rename('mislaid', 'wallet');
    clock.advance(-3_600_000);
    expect(await statusLater()).toBe(200);
  });

  test('however many ask at once, the database is written once', async () => {
    let commits = 0;
    server.database.writer.observe({
      committed: () => (commits += 1),
      refused: () => undefined,
    });
    later += 5_000;
    await statusOf('ready')();
    expect(commits).toBe(0);
    later += 5_000;
    const statuses = await Promise.all(Array.from({ length: 200 }, statusOf('ready')));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(commits).toBe(1);
  });

  test('leaves no trace in the database', async () => {
    expect(await statusOf('ready')()).toBe(200);
    const countOf = async (): Promise<unknown> =>
      server.database.writer.write((manager) =>
        manager.query('SELECT count(*) AS old FROM migrations WHERE id < 1'),
      );
    expect(JSON.stringify(await countOf())).toMatch(/"old":"?0/);
  });
});
