import 'reflect-metadata';
import { afterEach, describe, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { OperatorServer } from '../../src/operator/operator-server.js';
import { Settings } from '../../src/settings.js';
import { ask } from '../support/ask.js';
import { recordLog } from '../support/recorded-log.js';
import { SettableClock } from '../support/settable-clock.js';
import { REPORT, TOKEN } from './operator.js';

describe('the server of the operator’s page', () => {
  const clock = new SettableClock('2026-11-20T12:00:00.000Z');
  let server: OperatorServer;
  let url: string;

  afterEach(() => server.onModuleDestroy());

  async function start(read = () => Promise.resolve(REPORT)): Promise<void> {
    const port = await getPort();
    const settings = new Settings({ OPERATOR_PORT: String(port), OPERATOR_TOKEN: TOKEN });
    server = new OperatorServer(settings, { read }, clock, recordLog().log);
    await server.onApplicationBootstrap();
    url = `http://127.0.0.1:${port}/`;
  }

  const get = (headers: Record<string, string> = {}, address = url) =>
    fetch(address, { headers, redirect: 'manual' });

  const bearer = { authorization: `Bearer ${TOKEN}` };

  test('shows the page for a Bearer token, with a policy that forbids scripts', async () => {
    await start();
    const response = await get(bearer);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('All is well');
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none';style-src 'sha256-[^']+';/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('exchanges a token in the URL for an HttpOnly cookie that expires', async () => {
    await start();
    const response = await get({}, `${url}?token=${encodeURIComponent(TOKEN)}`);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(decodeURIComponent(cookie)).not.toContain(TOKEN);
    const [pair = ''] = cookie.split(';');
    expect((await get({ cookie: pair })).status).toBe(200);
    clock.set('2026-11-21T00:00:00.000Z');
    expect((await get({ cookie: pair })).status).toBe(401);
    clock.set('2026-11-20T12:00:00.000Z');
  });

  test.each([
    ['no token', {}, ''],
    ['a wrong token', { authorization: 'Bearer another' }, ''],
    ['a forged cookie', { cookie: 'pyramidion-operator=2099-01-01T00:00:00.000Z.forged' }, ''],
    ['a wrong token in the URL', {}, '?token=another'],
    ['two tokens in the URL', {}, `?token=${TOKEN}&token=${TOKEN}`],
  ])('rejects a request with %s without gathering a report', async (_what, headers, query) => {
    let reports = 0;
    await start(() => {
      reports += 1;
      return Promise.resolve(REPORT);
    });
    expect((await get(headers, url + query)).status).toBe(401);
    expect(reports).toBe(0);
  });

  test('rejects a foreign Host header', async () => {
    await start();
    const { status, body } = await ask(url, { headers: { ...bearer, host: 'rebound.example' } });
    expect([status, String(body)]).toEqual([421, expect.not.stringContaining('All is well')]);
  });

  test.each(['POST', 'PUT', 'DELETE'])('answers 404 to %s', async (method) => {
    await start();
    expect((await fetch(url, { method, headers: bearer })).status).toBe(404);
  });

  test('shows an error while the report fails', async () => {
    let isWell = false;
    await start(() => (isWell ? Promise.resolve(REPORT) : Promise.reject(new Error('<no disk>'))));
    const failed = await get(bearer);
    expect(failed.status).toBe(503);
    expect(await failed.text()).toContain('&lt;no disk&gt;');
    isWell = true;
    expect((await get(bearer)).status).toBe(200);
  });

  test('names OPERATOR_PORT in the error if the port is in use', async () => {
    await start();
    const { port } = new URL(url);
    const settings = new Settings({ OPERATOR_PORT: port, OPERATOR_TOKEN: TOKEN });
    const read = () => Promise.resolve(REPORT);
    const second = new OperatorServer(settings, { read }, clock, recordLog().log);
    await expect(second.onApplicationBootstrap()).rejects.toThrow(
      `OPERATOR_PORT ${port} is in use: set it to another port`,
    );
  });
});
