import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { Clock } from '../../src/core/clock.js';
import { RareWarnings, type LogLevel } from '../../src/core/log.js';
import { problemSchema } from '../../src/http/problem.js';
import { claim } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { recordLog, type LogLine, type RecordedLog } from '../support/recorded-log.js';
import { newSigner } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor, signed } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const RPC_KEY = 'rpc-key-7f3a';

let recorded: RecordedLog;
let server: TestServer;

async function start(
  environment: Record<string, string> = {},
  level: LogLevel = 'debug',
): Promise<void> {
  recorded = recordLog(level);
  server = await startTestServer(
    { SOLANA_RPC_URL: `http://127.0.0.1:2/?api-key=${RPC_KEY}`, ...environment },
    new Clock(),
    recorded.log,
  );
}

beforeEach(async () => start());

afterEach(async () => {
  await server.close();
});

/** Waits for the log line of a request, which the server writes after the answer. */
async function requestLine(): Promise<LogLine | undefined> {
  await eventually(() => Promise.resolve(recorded.saying('request').length), 1);
  return recorded.saying('request')[0];
}

describe('the log', () => {
  test('has a line at debug for a request, with route, status and time', async () => {
    const response = await fetch(`${server.url}/api/referral-stats?wallet=${wallet(1)}`);
    const body = await response.text();
    expect(await requestLine()).toEqual({
      level: 'debug',
      time: expect.any(String),
      pid: process.pid,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: 'GET',
      route: '/api/referral-stats',
      status: 200,
      ms: expect.any(Number),
      bytes: body.length,
      msg: 'request',
    });
  });

  test('has no line at info for a request that gets 404', async () => {
    await server.close();
    await start({}, 'info');
    await (await fetch(`${server.url}/api/nowhere`)).text();
    await server.close();
    expect(recorded.text()).toBe('');
    await start();
  });

  test('has each kind of warning at most once a minute, with the number of warnings held back', async () => {
    await server.database.writer.close();
    for (let count = 0; count < 5; count += 1) {
      const refusal = await claim(server.url, wallet(1), wallet(2));
      const { status, detail } = problemSchema.parse(await refusal.json());
      expect(status).toBe(503);
      expect(recorded.saying(detail)).toMatchObject([{ level: 'warn', heldBack: 0 }]);
    }
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const warnings = new RareWarnings(recorded.log);
    for (const ms of [0, 1, 59_999, 60_000]) {
      now.mockReturnValue(ms);
      warnings.warn('A lamp is out', { ms });
      warnings.warn('A lamp is out', { ms }, `lamp ${ms}`);
    }
    now.mockRestore();
    expect(recorded.saying('A lamp is out')).toMatchObject([
      ...[0, 0, 1, 59_999].map((ms) => ({ ms, heldBack: 0 })),
      { ms: 60_000, heldBack: 2 },
      { ms: 60_000, heldBack: 0 },
    ]);
  });

  test.each([
    ['GET', '/nowhere', '/*', 404],
    ['GET', '/api/nowhere', '/api/*', 404],
    ['POST', '/nowhere', '/*', 405],
    ['DELETE', '/api/leaderboard', '/api/*', 405],
    ['GET', '/%ff', '/api/malformed-path', 400],
    ['GET', '/assets/main.0123abcd.js', '/assets/*', 200],
  ])('records %s %s as a request to %s with status %i', async (method, path, route, status) => {
    await (await fetch(server.url + path, { method })).text();
    expect(await requestLine()).toMatchObject({ method, route, status });
  });

  test('has an unexpected error with its stack, under the ID that the visitor got', async () => {
    await server.database.writer.write((manager) =>
      manager.query('ALTER TABLE wallet RENAME TO lost'),
    );
    const response = await fetch(`${server.url}/api/leaderboard`);
    const { detail } = z.object({ detail: z.string() }).parse(await response.json());
    const [line] = recorded.saying('Something broke');
    expect(response.status).toBe(500);
    expect(line).toMatchObject({ level: 'error', error: expect.stringMatching(/\n\s+at /) });
    expect(detail).toContain(String(line?.['id']));
    expect((await requestLine())?.['id']).toBe(line?.['id']);
  });
});

describe('the log contains no data of a visitor', () => {
  const SECRETS = {
    address: '203.0.113.77',
    agent: 'Mozilla-of-somebody',
    token: 'bearer-3c1d',
    cookie: 'cookie-9b2e',
    typed: 'typed-into-a-body',
    asked: 'asked-in-a-query',
    wallet: wallet('a visitor'),
    referrer: wallet('their referrer'),
  };

  const headers = {
    'x-forwarded-for': SECRETS.address,
    'user-agent': SECRETS.agent,
    authorization: `Bearer ${SECRETS.token}`,
    cookie: `session=${SECRETS.cookie}`,
    referer: `http://localhost/?ref=${SECRETS.referrer}`,
    'content-type': 'application/json',
  };

  function expectNoneOf(secrets: readonly string[]): void {
    const text = recorded.text();
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/127\.0\.0\.1(?!:2\b)|::1/);
  }

  async function listCalls(): Promise<{ method: string; path: string }[]> {
    const response = await fetch(`${server.url}/api/docs-json`);
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(await response.json());
    const calls = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => ({ method: method.toUpperCase(), path })),
    );
    return [
      ...calls,
      ...['/', '/dashboard', '/api/x', '/%ff'].map((path) => ({ method: 'GET', path })),
    ];
  }

  test('after requests with that data to every documented route', async () => {
    const calls = await listCalls();
    expect(calls.length).toBeGreaterThan(12);
    const query = `?wallet=${SECRETS.wallet}&ref=${SECRETS.referrer}&cursor=${SECRETS.asked}`;
    const bodies = [
      { referrerId: SECRETS.referrer, recruitId: SECRETS.wallet },
      { referrer: SECRETS.referrer },
      { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [SECRETS.wallet] },
      { publicKey: SECRETS.wallet, signedMessage: 'aGk=', signature: 'aGk=', nonce: SECRETS.typed },
      SECRETS.typed,
    ];
    let sent = 1;
    for (const { method, path } of calls) {
      const url = server.url + path.replaceAll(/\{\w+\}/g, SECRETS.wallet);
      for (const target of [url, url + query, `${url}/${SECRETS.asked}`]) {
        for (const body of method === 'POST' ? bodies : [null]) {
          const text = body === null ? null : JSON.stringify(body);
          await (await fetch(target, { method, headers, body: text })).text();
          sent += 1;
        }
      }
    }
    await eventually(() => Promise.resolve(recorded.saying('request').length), sent);
    expectNoneOf([...Object.values(SECRETS), RPC_KEY]);
  });

  test('after a sign-in that proves a referral', async () => {
    const visitor = new Visitor(server.url);
    const signer = newSigner();
    const input = await visitor.challenge(SECRETS.referrer);
    const answer = signed(signer, input);
    const signedIn = await visitor.send('POST', '/api/session', answer);
    expect(await signedIn.json()).toMatchObject({ referral: { status: 'proven', credited: true } });
    await visitor.refer(SECRETS.referrer, signer.address);
    await visitor.session();
    expectNoneOf([
      signer.address,
      SECRETS.referrer,
      answer.signature,
      answer.signedMessage,
      input.nonce,
      ...visitor.cookies.values(),
    ]);
  });

  test('after requests that fail without a database', async () => {
    await server.database.close();
    await fetch(`${server.url}/api/referral-stats?wallet=${SECRETS.wallet}`, { headers });
    await claim(server.url, SECRETS.referrer, SECRETS.wallet);
    expect(recorded.text()).toMatch(/"level":"(warn|error)"/);
    expectNoneOf(Object.values(SECRETS));
  });
});
