import { afterEach, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { Clock } from '../../src/core/clock.js';
import type { LogLevel } from '../../src/core/log.js';
import { ask, type Answer } from '../support/ask.js';
import { isInstalled, startNginx, type Change } from '../support/proxies.js';
import { recordLog } from '../support/recorded-log.js';
import { startTestServer } from '../support/test-server.js';

const testWithNginx = isInstalled.nginx ? test : test.skip;

let stop: () => Promise<void>;

afterEach(() => stop());

async function start(change: Change, level: LogLevel = 'warn') {
  const port = await getPort();
  const recorded = recordLog(level);
  const server = await startTestServer(
    { PUBLIC_ORIGIN: `http://site.localhost:${port}`, TRUST_PROXY: '1' },
    new Clock(),
    recorded.log,
  );
  const nginx = await startNginx(port, new URL(server.url).host, change);
  stop = async () => {
    await nginx.stop();
    await server.close();
  };
  const get = (path: string): Promise<Answer> =>
    ask(nginx.url + path, {
      headers: { host: `site.localhost:${port}`, 'x-forwarded-for': 'forged' },
    });
  return { get, recorded };
}

testWithNginx(
  'the server serves a page behind nginx with deploy/nginx.conf, without a warning',
  async () => {
    const { get, recorded } = await start((config) => config);
    const { status, headers } = await get('/about');
    expect([status, headers.location]).toEqual([200, undefined]);
    expect(recorded.text()).toBe('');
  },
);

testWithNginx.each([
  ['does not forward Host', ''],
  ['forwards Host without the port', 'proxy_set_header Host $host;'],
])(
  'behind an nginx that %s, the server redirects a page and logs the remedy',
  async (_what, line) => {
    const { get, recorded } = await start(
      (config) => config.replace('proxy_set_header Host $http_host;', line),
      'info',
    );
    expect((await get('/about')).status).toBe(308);
    expect(recorded.text()).toContain('proxy_set_header Host $http_host');
  },
);
