import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, jest, test } from '@jest/globals';
import { CostlyReads } from '../../src/http/costly-reads.js';
import { problemSchema } from '../../src/http/problem.js';
import { ask, type Answer } from '../support/ask.js';
import { sharedServer, type SharedServer } from '../support/shared-server.js';
import { wallet } from '../support/wallets.js';

const ORIGIN = 'https://pyramidion.example';
const HOST = 'pyramidion.example';

const get = ({ url }: SharedServer, host: string, path: string): Promise<Answer> =>
  ask(url + path, { headers: { host } });

function write({ url }: SharedServer, host: string): Promise<Answer> {
  const headers = { host, 'content-type': 'application/json' };
  return ask(`${url}/api/session/challenge`, { method: 'POST', headers }, '{}');
}

async function askRaw(server: SharedServer, ...lines: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  return text(socket);
}

describe('a site with a public origin', () => {
  const server = sharedServer({
    PUBLIC_ORIGIN: ORIGIN,
    SECURITY_CONTACT: 'mailto:guard@pyramidion.example',
  });

  test.each(['www.pyramidion.example', 'localhost', '127.0.0.1', `${HOST}:8080`])(
    'redirects a page under %s, and keeps the query',
    async (host) => {
      for (const path of ['/', '/?ref=somebody&x=1', '/dashboard', '/no-such-page']) {
        const { status, headers } = await get(server, host, path);
        expect([status, headers.location]).toEqual([308, ORIGIN + path]);
        expect(headers['cache-control']).toBe('no-cache');
      }
    },
  );

  test.each([`/?ref=${wallet(1)}`, `/r/${wallet(2)}`, `/pyramid/${wallet(3)}`])(
    'redirects %s under another host without rendering it',
    async (path) => {
      const run = jest.spyOn(CostlyReads.prototype, 'run');
      const { status, headers } = await get(server, 'www.pyramidion.example', path);
      const { length: redirected } = run.mock.calls;
      expect((await get(server, HOST, path)).status).toBe(200);
      const { length: served } = run.mock.calls;
      run.mockRestore();
      expect([status, headers.location]).toEqual([308, ORIGIN + path]);
      expect([redirected, served]).toEqual([0, 1]);
    },
  );

  test.each([
    ['http://localhost/about?x=1', '/about?x=1'],
    ['http://localhost', '/'],
    ['http://localhost?x=1', '/?x=1'],
  ])('also redirects a page under another host if the request line has %s', async (path, to) => {
    const { status, headers } = await ask(server.url, { path, headers: { host: 'localhost' } });
    expect([status, headers.location]).toEqual([308, ORIGIN + to]);
  });

  test.each([HOST, `${HOST}:443`, HOST.toUpperCase()])(
    'serves the landing page under the host %s',
    async (host) => {
      expect((await get(server, host, '/')).status).toBe(200);
    },
  );

  test.each([
    ['two Host headers', [`Host: ${HOST}`, `Host: ${HOST}`]],
    ['no Host header', []],
    ['an empty Host header', ['Host:']],
    ['a Host header with a user', [`Host: u@${HOST}`]],
    ['a Host header with a path', [`Host: ${HOST}:1/evil`]],
    ['a Host header with a query', [`Host: ${HOST}?x`]],
    ['a Host header with two names', [`Host: ${HOST}, ${HOST}`]],
    ['a Host header with an invalid port', [`Host: ${HOST}:x`]],
  ])('answers 400 to a request with %s', async (_what, lines) => {
    for (const version of ['1.1', '1.0']) {
      const answer = await askRaw(server, `GET / HTTP/${version}`, ...lines);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('Send exactly one Host header');
    }
  });

  test('under a host that cannot be parsed, rejects a write and redirects a page', async () => {
    expect((await write(server, 'xn--0.evil.test')).status).toBe(421);
    const { status, headers } = await get(server, 'xn--0.evil.test', '/about');
    expect([status, headers.location]).toEqual([308, `${ORIGIN}/about`]);
  });

  test('has a security.txt if SECURITY_CONTACT is set', async () => {
    const { status, body } = await get(server, HOST, '/.well-known/security.txt');
    expect([status, String(body).split('\n')]).toEqual([
      200,
      [
        'Contact: mailto:guard@pyramidion.example',
        expect.stringMatching(/^Expires: 20\d\d-.*Z$/),
        'Preferred-Languages: en',
        `Canonical: ${ORIGIN}/.well-known/security.txt`,
        '',
      ],
    ]);
  });

  test('answers health checks and a read of the API under an IP address or a foreign host', async () => {
    for (const path of ['/api/health/live', '/api/health/ready', '/api/leaderboard']) {
      expect((await get(server, '10.0.0.7:3000', path)).status).toBe(200);
      expect((await get(server, 'elsewhere.example', path)).status).toBe(200);
    }
  });

  test('rejects a write under a foreign host, and names the public origin', async () => {
    const refused = await write(server, 'elsewhere.example');
    const { detail } = problemSchema.parse(JSON.parse(String(refused.body)));
    expect([refused.status, detail]).toEqual([
      421,
      `This site is ${ORIGIN}: send the request there.`,
    ]);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await write(server, HOST)).status).toBe(201);
    expect((await write(server, '127.0.0.1:3000')).status).toBe(201);
  });
});

describe('a site on this machine', () => {
  const server = sharedServer();

  test('redirects 127.0.0.1 to localhost, and serves a page under another port, IP address or name', async () => {
    const { status, headers } = await get(server, '127.0.0.1:3000', '/dashboard?x=1');
    expect([status, headers.location]).toEqual([308, 'http://localhost:3000/dashboard?x=1']);
    for (const host of ['localhost:3000', 'localhost:8080', '192.168.0.7:3000', 'my-laptop:3000']) {
      expect((await get(server, host, '/dashboard')).status).toBe(200);
    }
  });

  test('denies its metrics under a foreign host, which DNS rebinding could use', async () => {
    expect((await get(server, 'rebound.example:3000', '/metrics')).status).toBe(403);
    expect((await get(server, 'xn--0.evil.test:3000', '/metrics')).status).toBe(403);
    expect((await get(server, 'localhost:3000', '/metrics')).status).toBe(200);
  });

  test('has no security.txt without SECURITY_CONTACT', async () => {
    expect((await get(server, 'localhost:3000', '/.well-known/security.txt')).status).toBe(404);
  });

  test('rejects a write under a foreign host, which DNS rebinding could use', async () => {
    expect((await write(server, 'rebound.example:3000')).status).toBe(421);
  });
});
