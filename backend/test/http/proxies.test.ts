import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Clock } from '../../src/core/clock.js';
import { ask, type Answer } from '../support/ask.js';
import { recordLog } from '../support/recorded-log.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const ORIGIN = 'https://pyramidion.example';

let server: TestServer;

afterEach(() => server.close());

const get = (path: string, headers: Record<string, string>): Promise<Answer> =>
  ask(server.url + path, { headers });

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

type Misfit = readonly [setting: string, headers: Record<string, string>, words: string];

describe('a proxy', () => {
  test.each<Misfit>([
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
    ...['cf-connecting-ip', 'true-client-ip', 'fastly-client-ip'].map((name): Misfit => [
      '1',
      { 'x-forwarded-for': '198.51.100.7', [name]: '192.0.2.1' },
      `A request has another address in ${name} than in x-forwarded-for`,
    ]),
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
    ['2', { 'x-forwarded-for': '192.0.2.1, 198.51.100.7', 'cf-connecting-ip': '192.0.2.1' }],
    ['1', { 'x-forwarded-for': '2001:db8::1', 'cf-connecting-ip': '2001:db8::2' }],
    ['1', { 'x-forwarded-for': '192.0.2.1', 'cf-connecting-ip': 'unknown' }],
  ])('causes no warning if its headers fit: TRUST_PROXY=%s and %j', async (setting, headers) => {
    expect(await warningsOf({ TRUST_PROXY: setting }, { ...headers })).toEqual([]);
  });

  test('causes no warning if it requests health or metrics without forwarding headers', async () => {
    const recorded = recordLog('warn');
    server = await startTestServer({ TRUST_PROXY: '1' }, new Clock(), recorded.log);
    for (const path of ['/api/health/live', '/metrics']) await get(path, {});
    expect(recorded.text()).toBe('');
  });
});

test.each([
  ['deploy/Caddyfile', 120],
  ['deploy/nginx.conf', 60],
])(
  'the server announces a longer idle timeout than the proxy of %s has by default',
  async (file, seconds) => {
    expect(readFileSync(file, 'utf8')).not.toContain('keepalive');
    server = await startTestServer();
    const agent = new Agent({ keepAlive: true });
    const { headers } = await ask(`${server.url}/api/session`, { agent });
    agent.destroy();
    const [, idle] = /^timeout=(\d+)$/.exec(String(headers['keep-alive'])) ?? [];
    expect(Number(idle)).toBeGreaterThan(seconds);
  },
);

test('a proxy that replaces the Host header causes one log line, which has the remedy', async () => {
  const recorded = recordLog('info');
  server = await startTestServer({ PUBLIC_ORIGIN: ORIGIN }, new Clock(), recorded.log);
  for (let time = 0; time < 2; time += 1) {
    const { status, headers } = await get('/about?x=1', { host: '127.0.0.1:3000' });
    expect([status, headers.location]).toEqual([308, `${ORIGIN}/about?x=1`]);
  }
  expect(recorded.text().match(/proxy_set_header Host \$http_host/g)).toHaveLength(1);
});
