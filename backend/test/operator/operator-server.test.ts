import 'reflect-metadata';
import { afterEach, describe, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { OperatorServer } from '../../src/operator/operator-server.js';
import { Settings } from '../../src/settings.js';
import { ask } from '../support/ask.js';
import { recordLog } from '../support/recorded-log.js';
import { REPORT, TOKEN } from './operator.js';

describe('the server of the operator’s page', () => {
  let server: OperatorServer;
  let url: string;

  afterEach(() => server.onModuleDestroy());

  async function start(read = () => Promise.resolve(REPORT)): Promise<void> {
    const port = await getPort();
    const settings = new Settings({ OPERATOR_PORT: String(port), OPERATOR_TOKEN: TOKEN });
    server = new OperatorServer(settings, { read }, recordLog().log);
    await server.onApplicationBootstrap();
    url = `http://127.0.0.1:${port}/`;
  }

  const get = (headers: Record<string, string> = {}) => fetch(url, { headers });

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

  const basic = (user: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  });

  test.each(['', 'operator'])('accepts the token as the password of the user %j', async (user) => {
    await start();
    expect((await get(basic(user, TOKEN))).status).toBe(200);
  });

  test.each([`bearer ${TOKEN}`, `BASIC ${btoa(`:${TOKEN}`)}`, `basic  ${btoa(`:${TOKEN}`)}`])(
    'shows the page for %j: the case of the scheme and additional spaces do not matter',
    async (authorization) => {
      await start();
      expect((await get({ authorization })).status).toBe(200);
    },
  );

  test.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer another' }],
    ['the token in another scheme', { authorization: `Digest ${TOKEN}` }],
    ['a wrong password', basic('operator', 'another')],
    ['the token as the user', basic(TOKEN, '')],
    ['a wrong password without a colon', { authorization: 'Basic YW5vdGhlcg==' }],
  ])('rejects a request with %s, and gathers no report', async (_what, headers) => {
    let reports = 0;
    await start(() => {
      reports += 1;
      return Promise.resolve(REPORT);
    });
    const response = await get(headers);
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="operator"',
    ]);
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
    expect(await failed.text()).toContain('&#60;no disk&#62;');
    isWell = true;
    expect((await get(bearer)).status).toBe(200);
  });

  test('names OPERATOR_PORT in the error if the port is in use', async () => {
    await start();
    const { port } = new URL(url);
    const settings = new Settings({ OPERATOR_PORT: port, OPERATOR_TOKEN: TOKEN });
    const read = () => Promise.resolve(REPORT);
    const second = new OperatorServer(settings, { read }, recordLog().log);
    await expect(second.onApplicationBootstrap()).rejects.toThrow(
      `OPERATOR_PORT ${port} is in use: set it to another port`,
    );
  });
});
