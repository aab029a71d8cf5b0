import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { request } from 'node:http';
import type { TestServer } from './test-server.js';
import { startTestServer } from './test-server.js';
import { wallet } from './wallets.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1', SOLANA_RPC_URL: 'http://127.0.0.1:9' });
});

afterAll(async () => {
  await server.close();
});

interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
  readonly client: string;
}

const path = fc
  .tuple(
    fc.constantFrom(
      '/api/referral',
      '/api/leaderboard',
      '/api/referral-stats',
      '/api/pyramid',
      '/pyramid/x',
      '/api/rpc',
      '/api/session',
      '/api/session/challenge',
      '/api/proofs',
      '/api',
      '/api/',
      '/',
      '/assets/',
      '/api/docs/',
    ),
    fc.oneof(
      fc.constant(''),
      fc
        .constantFrom(
          '?wallet=',
          '?limit=',
          '?cursor=',
          '?after=',
          '?wallet[]=',
          '?__proto__=',
          '/',
          '%2e%2e/',
          '%00',
          '%ff',
        )
        .chain((prefix) => fc.webQueryParameters().map((text) => prefix + text)),
      fc.webPath(),
    ),
  )
  .map((parts) => parts.join(''));

const body = fc.oneof(
  fc.json(),
  fc.string(),
  fc
    .record({
      referrerId: fc.oneof(fc.string(), fc.constant(wallet(1))),
      recruitId: fc.jsonValue(),
    })
    .map((value) => JSON.stringify(value)),
  fc.record({ referrer: fc.jsonValue() }).map((value) => JSON.stringify(value)),
  fc
    .record({
      publicKey: fc.oneof(fc.jsonValue(), fc.constant(wallet(1))),
      signedMessage: fc.oneof(fc.jsonValue(), fc.base64String()),
      signature: fc.oneof(fc.jsonValue(), fc.base64String({ minLength: 88, maxLength: 88 })),
      nonce: fc.oneof(fc.jsonValue(), fc.stringMatching(/^[a-z]{9}$/)),
    })
    .map((value) => JSON.stringify(value)),
  fc
    .record({
      jsonrpc: fc.constant('2.0'),
      id: fc.jsonValue(),
      method: fc.constantFrom('getBalance', 'getTokenAccountsByOwner', 'x'),
      params: fc.jsonValue(),
    })
    .map((value) => JSON.stringify(value)),
);

const attempt: fc.Arbitrary<Attempt> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'),
  path,
  type: fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'application/x-www-form-urlencoded',
    '',
    '/',
  ),
  body,
  client: fc.ipV4(),
});

/** The status of the answer to a request that a well-behaved client could not even send. */
async function send({ method, path: target, type, body: text, client }: Attempt): Promise<number> {
  const headers = {
    'content-type': type,
    'x-forwarded-for': client,
    'content-length': Buffer.byteLength(text),
  };
  return new Promise((resolve, reject) => {
    request(new URL(server.url), { method, path: target, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end(text);
  });
}

describe('malformed requests', () => {
  test('never get an answer of 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(attempt, async (made) => {
        expect(await send(made)).toBeLessThan(500);
      }),
      { numRuns: 1_500 },
    );
  });
});
