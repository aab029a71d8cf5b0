import { readFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Clock } from '../../src/core/clock.js';
import { recordLog, type RecordedLog } from '../support/recorded-log.js';
import { SettableClock } from '../support/settable-clock.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const ORIGIN = 'https://pyramidion.example';

let server: TestServer;

afterEach(() => server.close());

interface Answer {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly body: string;
}

async function get(path: string, headers: Record<string, string>): Promise<Answer> {
  const asking = request(server.url + path, { headers, agent: false }).end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asking.on('response', resolve).on('error', reject);
  });
  const body = await text(response);
  return { status: response.statusCode, location: response.headers.location, body };
}

/** Starts a server, requests a page twice with each of the headers, and returns the logged warnings. */
async function warningsOf(
  settings: Record<string, string>,
  ...all: readonly Record<string, string>[]
): Promise<string[]> {
  const recorded = recordLog('warn');
  server = await startTestServer(settings, new Clock(), recorded.log);
  for (const headers of [...all, ...all]) await get('/', headers);
  return recorded
    .text()
    .split('\n')
    .filter((line) => line.includes('TRUST_PROXY'));
}

describe('a proxy', () => {
  test.each([
    [
      'off',
      { 'x-forwarded-for': '192.0.2.1' },
      'A request has x-forwarded-for, but TRUST_PROXY is off',
    ],
    ['off', { 'x-real-ip': '192.0.2.1' }, 'has x-real-ip, but TRUST_PROXY is off'],
    ['off', { forwarded: 'for=192.0.2.1' }, 'has forwarded, but TRUST_PROXY is off'],
    ['off', { 'cf-connecting-ip': '192.0.2.1' }, 'has cf-connecting-ip, but TRUST_PROXY'],
    ['1', {}, 'TRUST_PROXY is 1, but a request has no x-forwarded-for'],
    ['1', { 'x-real-ip': '192.0.2.1' }, 'TRUST_PROXY is 1, but a request has only x-real-ip'],
    [
      '1',
      { 'x-forwarded-for': 'unknown' },
      'address 1 of 1 in x-forwarded-for is not an IP address',
    ],
    [
      '1',
      { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' },
      'lists 2 addresses, so all visitors may share',
    ],
    ['2', { 'x-forwarded-for': '192.0.2.1' }, 'If there is one proxy in front, set TRUST_PROXY=1'],
  ])(
    'causes one warning if its headers do not fit: TRUST_PROXY=%s and %j',
    async (setting, headers, words) => {
      const warnings = await warningsOf({ TRUST_PROXY: setting }, { ...headers });
      expect(warnings).toEqual([expect.stringContaining(words)]);
      expect(warnings.join()).not.toContain('192.0.2');
    },
  );

  test.each([
    ['off', {}],
    ['1', { 'x-forwarded-for': '192.0.2.1' }],
    ['1', { 'x-forwarded-for': '192.0.2.1:50123', 'x-real-ip': '192.0.2.1' }],
    ['1', { 'x-forwarded-for': '[2001:db8::1]:443' }],
    ['2', { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' }],
  ])('causes no warning if its headers fit: TRUST_PROXY=%s and %j', async (setting, headers) => {
    expect(await warningsOf({ TRUST_PROXY: setting }, { ...headers })).toEqual([]);
  });

  test('causes no warning by fetching health or metrics itself', async () => {
    const recorded = recordLog('warn');
    server = await startTestServer({ TRUST_PROXY: '1' }, new Clock(), recorded.log);
    for (const path of ['/api/health/live', '/metrics']) await get(path, {});
    expect(recorded.text()).toBe('');
  });
});

interface Sender {
  readonly 'x-forwarded-for': string;
  readonly 'user-agent': string;
  readonly 'cf-connecting-ip'?: string;
}

test.each([
  ['deploy/Caddyfile', 120],
  ['deploy/nginx.conf', 60],
])('the server keeps idle connections longer than the proxy of %s does', async (file, seconds) => {
  expect(readFileSync(file, 'utf8')).not.toContain('keepalive');
  server = await startTestServer();
  const agent = new Agent({ keepAlive: true });
  const asking = request(`${server.url}/api/session`, { agent }).end();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asking.on('response', resolve).on('error', reject);
  });
  await text(answer);
  agent.destroy();
  const [, idle] = /^timeout=(\d+)$/.exec(String(answer.headers['keep-alive'])) ?? [];
  expect(Number(idle)).toBeGreaterThan(seconds);
});

describe('a proxy behind a CDN', () => {
  let recorded: RecordedLog;
  let clock: SettableClock;

  beforeEach(async () => {
    recorded = recordLog('warn');
    clock = new SettableClock('2026-11-26T12:00:00.000Z');
    server = await startTestServer({ TRUST_PROXY: '1' }, clock, recorded.log);
  });

  /** Calls the API as the visitors 0 to 19, in turn. */
  async function call(sender: (visitor: number) => Sender, path = '/api/session'): Promise<void> {
    for (let visitor = 0; visitor < 20; visitor += 1) {
      await get(path, { ...sender(visitor) });
    }
  }

  const warnings = (): string[] => recorded.text().match(/[^"]*A CDN in front[^"]*/g) ?? [];

  const browser = (visitor: number): string => `browser ${visitor}`;

  test('causes one warning if visitors have another address in the header of the CDN', async () => {
    const sender = (visitor: number): Sender => ({
      'x-forwarded-for': `198.51.${visitor}.7`,
      'cf-connecting-ip': `2001:db8:${visitor}::1`,
      'user-agent': 'the same',
    });
    await call(sender);
    await call(sender);
    expect(warnings()).toEqual([
      expect.stringContaining('20 of 20 visitors had another address in cf-connecting-ip'),
    ]);
    expect(recorded.text()).not.toMatch(/198\.51|2001:db8/);
  });

  test.each(['198.51.100', '2001:db8:1:'])(
    'causes a warning if 18 of 20 browsers have addresses in %s',
    async (network) => {
      const separator = network.includes(':') ? ':' : '.';
      await call((visitor) => ({
        'x-forwarded-for':
          visitor < 2 ? `203.0.113.${visitor}` : [network, visitor].join(separator),
        'user-agent': browser(visitor),
      }));
      expect(warnings()).toEqual([
        expect.stringContaining('18 of 20 visitors had addresses in the same network'),
      ]);
    },
  );

  test.each<[string, (visitor: number) => Sender, string]>([
    [
      'three of 20 browsers have addresses elsewhere',
      (visitor) => ({
        'x-forwarded-for': `${visitor < 3 ? '203.0.113' : '198.51.100'}.${visitor}`,
        'user-agent': browser(visitor),
      }),
      '/api/session',
    ],
    [
      'both headers name the same address',
      (visitor) => ({
        'x-forwarded-for': `198.51.${visitor}.7`,
        'cf-connecting-ip': `198.51.${visitor}.7`,
        'user-agent': 'the same',
      }),
      '/api/session',
    ],
    [
      'a visitor sends many calls from 19 browsers',
      (visitor) => ({
        'x-forwarded-for': '198.51.100.7',
        'user-agent': browser(visitor % 19),
      }),
      '/api/session',
    ],
    [
      'one scanner changes its user agent on every page',
      (visitor) => ({ 'x-forwarded-for': '198.51.100.7', 'user-agent': browser(visitor) }),
      '/',
    ],
  ])('causes no warning if %s', async (_case, sender, path) => {
    await call(sender, path);
    await call(sender, path);
    expect(recorded.text()).toBe('');
  });

  test('does not compare browsers of different days', async () => {
    const half = (first: number) => (visitor: number) => ({
      'x-forwarded-for': '198.51.100.7',
      'user-agent': browser(first + (visitor % 10)),
    });
    await call(half(0));
    clock.advance(86_400_001);
    await call(half(10));
    expect(warnings()).toEqual([]);
    await call(half(20));
    expect(warnings()).toHaveLength(1);
  });
});

describe('a proxy that replaces the Host header', () => {
  test('gets 508 with a remedy after four redirects, and causes one line in the log', async () => {
    const recorded = recordLog('warn');
    server = await startTestServer({ PUBLIC_ORIGIN: ORIGIN }, new Clock(), recorded.log);
    const browser = { host: '127.0.0.1:3000', 'user-agent': 'a browser' };
    const answers: Answer[] = [];
    for (let time = 0; time < 6; time += 1) answers.push(await get('/about?x=1', browser));
    expect(answers.map(({ status }) => status)).toEqual([308, 308, 308, 308, 508, 508]);
    expect(answers.at(-1)?.body).toContain('proxy_set_header Host $http_host;');
    expect(answers.at(-1)?.body).toContain('127.0.0.1:3000');
    expect(recorded.text().match(/requested again under another host/g)).toHaveLength(1);
  });

  test('does not stop redirects of other browsers and other pages', async () => {
    server = await startTestServer({ PUBLIC_ORIGIN: ORIGIN });
    const host = 'www.pyramidion.example';
    for (let time = 0; time < 5; time += 1) await get('/', { host, 'user-agent': 'a browser' });
    const other = await get('/', { host, 'user-agent': 'another' });
    const page = await get('/about', { host, 'user-agent': 'a browser' });
    expect([other.location, page.location]).toEqual([`${ORIGIN}/`, `${ORIGIN}/about`]);
  });
});
