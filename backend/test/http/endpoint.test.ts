import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  createServer as createTcpServer,
  getDefaultAutoSelectFamilyAttemptTimeout,
} from 'node:net';
import { inspect } from 'node:util';
import { allowSlowConnections, Endpoint } from '../../src/core/endpoint.js';
import { portOf } from '../support/port-of.js';
import { SELF_SIGNED } from '../support/certificate.js';

const SECRET = 'kQ7-secret-of-the-receiver';

describe('an endpoint', () => {
  let answer: RequestListener = (_request, response) => response.end();
  const server = createServer((request, response) => answer(request, response));
  const tls = createTlsServer(SELF_SIGNED, (_request, response) => response.end());
  const silent = createServer(() => undefined);
  const rude = createTcpServer((socket) => socket.destroy());
  const servers = [server, tls, silent, rude];

  beforeAll(async () => {
    for (const each of servers) await once(each.listen(0, '127.0.0.1'), 'listening');
  });

  afterAll(() => {
    for (const each of [server, tls, silent]) each.closeAllConnections();
    for (const each of servers) each.close();
  });

  const at = (address: string): Endpoint => new Endpoint(address);

  const here = (path = `/hooks/${SECRET}`, credentials = ''): Endpoint =>
    at(`http://${credentials}127.0.0.1:${portOf(server)}${path}`);

  const post = (endpoint: Endpoint, signal = AbortSignal.timeout(20_000)): Promise<Response> =>
    endpoint.post('{}', { 'content-type': 'application/json' }, signal);

  async function faultOf(endpoint: Endpoint, signal?: AbortSignal): Promise<string> {
    return post(endpoint, signal).then(
      () => 'none',
      (error: unknown) => String(error),
    );
  }

  async function describeAnswer(endpoint = here()): Promise<string> {
    return endpoint.describe(await post(endpoint));
  }

  test.each([
    ['user:pass@', 'user:pass'],
    ['us%40er:p%C3%A4ss%25@', 'us@er:päss%'],
    ['token@', 'token:'],
    [':tk_token@', ':tk_token'],
  ])('sends the credentials %s as Basic authorization', async (credentials, sent) => {
    const seen: unknown[] = [];
    answer = (request, response) => {
      seen.push(request.headers.authorization, request.url);
      response.end();
    };
    await post(here('/topic', credentials));
    expect(seen).toEqual([`Basic ${Buffer.from(sent).toString('base64')}`, '/topic']);
  });

  test('sends no authorization without credentials', async () => {
    const seen: unknown[] = [];
    answer = (request, response) => {
      seen.push(request.headers.authorization);
      response.end();
    };
    await post(here());
    expect(seen).toEqual([undefined]);
  });

  test('reports a refused connection with its address', async () => {
    const closed = createTcpServer();
    await once(closed.listen(0, '127.0.0.1'), 'listening');
    const port = portOf(closed);
    await once(closed.close(), 'close');
    expect(await faultOf(at(`http://127.0.0.1:${port}/${SECRET}`))).toBe(
      `Error: connect ECONNREFUSED 127.0.0.1:${port}`,
    );
  });

  test('reports an unknown host by its name', async () => {
    expect(await faultOf(at(`https://nowhere.invalid/${SECRET}`))).toMatch(
      /(ENOTFOUND|EAI_AGAIN) nowhere\.invalid$/,
    );
  });

  test('reports a self-signed certificate', async () => {
    expect(await faultOf(at(`https://localhost:${portOf(tls)}/${SECRET}`))).toMatch(
      /DEPTH_ZERO_SELF_SIGNED_CERT|ECONNREFUSED/,
    );
    expect(await faultOf(at(`https://127.0.0.1:${portOf(tls)}/${SECRET}`))).toContain(
      'DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate',
    );
  });

  test('reports a TLS fault on a port without TLS', async () => {
    expect(await faultOf(at(`https://127.0.0.1:${portOf(server)}/${SECRET}`))).toMatch(
      /SSL|EPROTO/,
    );
  });

  test('reports that the server closed the connection, or did not answer in time', async () => {
    expect(await faultOf(at(`http://127.0.0.1:${portOf(rude)}/${SECRET}`))).toMatch(
      /UND_ERR_SOCKET: other side closed|ECONNRESET/,
    );
    const impatient = AbortSignal.timeout(50);
    expect(await faultOf(at(`http://127.0.0.1:${portOf(silent)}/${SECRET}`), impatient)).toBe(
      'Error: no answer in time',
    );
  });

  test('describes an answer without its body, which could repeat the secret path', async () => {
    answer = (_request, response) => response.writeHead(404).end(`Cannot POST /hooks/${SECRET}`);
    expect(await describeAnswer()).toBe('status 404');
  });

  test('shows no secret when printed or logged', () => {
    const endpoint = at(`https://user:${SECRET}@node.example:8443/${SECRET}?key=${SECRET}`);
    const texts = [JSON.stringify({ endpoint }), inspect(endpoint, { depth: 9 })];
    expect(texts.join()).not.toContain(SECRET);
    expect(endpoint.host).toBe('node.example:8443');
  });

  test.each<[string, (url: string) => string, string]>([
    ['an absolute URL of the same host', (url) => `${url}/login/${SECRET}`, 'another path'],
    ['a relative URL', () => `/login/${SECRET}`, 'another path'],
    ['another host', () => `https://other.example/${SECRET}`, 'https://other.example'],
  ])('describes a redirect to %s, and omits the path', async (_what, location, place) => {
    answer = (_request, response) =>
      response
        .writeHead(301, { location: location(`http://127.0.0.1:${portOf(server)}`) })
        .end('moved');
    expect(await describeAnswer()).toBe(`status 301, a redirect to ${place}`);
  });

  test('describes an answer whose body never ends', async () => {
    answer = (_request, response) => response.writeHead(503).write('overloaded');
    expect(await describeAnswer()).toBe('status 503');
  });
});

test('allowSlowConnections makes Node try each address of a host for more than a second', () => {
  allowSlowConnections();
  expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBeGreaterThan(1_000);
});
