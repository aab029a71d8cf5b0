import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { Clock } from '../../src/core/clock.js';
import { eventually } from '../support/eventually.js';
import { recordLog } from '../support/recorded-log.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const installed = spawnSync('nginx', ['-v']).status === 0;
const testWithNginx = installed ? test : test.skip;

let stop: () => Promise<void>;

afterEach(() => stop());

/** Starts nginx with the second server of deploy/nginx.conf, without TLS, in front of a test server. */
async function start(change: (config: string) => string) {
  const port = await getPort();
  const recorded = recordLog('warn');
  const server = await startTestServer(
    { PUBLIC_ORIGIN: `http://site.localhost:${port}`, TRUST_PROXY: '1' },
    new Clock(),
    recorded.log,
  );
  const folder = await mkdtemp(join(tmpdir(), 'pyramidion-nginx-'));
  const nginx = await startNginx(folder, port, server, change);
  stop = async () => {
    const closed = once(nginx, 'close');
    nginx.kill();
    await closed;
    await server.close();
    await rm(folder, { recursive: true });
  };
  const get = async (path: string): Promise<IncomingMessage> => {
    const asking = request(`http://127.0.0.1:${port}${path}`, {
      headers: { host: `site.localhost:${port}`, 'x-forwarded-for': 'forged' },
      agent: false,
    }).end();
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      asking.on('response', resolve).on('error', reject);
    });
    return answer.resume();
  };
  return { get, recorded };
}

async function startNginx(
  folder: string,
  port: number,
  { url }: TestServer,
  change: (config: string) => string,
): Promise<ChildProcess> {
  const [, , server = ''] = readFileSync('deploy/nginx.conf', 'utf8').split(/^(?=server \{)/m);
  const plain = server
    .replace(/^\tlisten \[.*\n|^\tssl_.*\n/gm, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replace('http://127.0.0.1:3000', url);
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http { access_log off; ${temporary} ${change(plain)} }`,
  );
  const nginx = spawn('nginx', ['-c', file, '-e', join(folder, 'error.log')], { stdio: 'ignore' });
  const answers = async () =>
    (await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).catch(() => null)) !== null;
  await eventually(answers, true);
  return nginx;
}

testWithNginx(
  'serves pages behind nginx as deploy/nginx.conf sets it up, without a warning',
  async () => {
    const { get, recorded } = await start((config) => config);
    const { statusCode, headers } = await get('/about');
    expect([statusCode, headers.location]).toEqual([200, undefined]);
    expect(recorded.text()).toBe('');
  },
);

testWithNginx.each([
  ['no Host', ''],
  ['Host $host on another port', 'proxy_set_header Host $host;'],
])(
  'behind nginx with %s, answers 508 after four redirects and logs the remedy',
  async (_what, line) => {
    const { get, recorded } = await start((config) =>
      config.replace('proxy_set_header Host $http_host;', line),
    );
    const statuses: unknown[] = [];
    for (let time = 0; time < 5; time += 1) statuses.push((await get('/about')).statusCode);
    expect(statuses).toEqual([308, 308, 308, 308, 508]);
    expect(recorded.text()).toContain('proxy_set_header Host $http_host');
  },
);
