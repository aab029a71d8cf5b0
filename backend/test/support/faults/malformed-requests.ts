import { METHODS } from 'node:http';
import fc from 'fast-check';
import { z } from 'zod';
import { wallet } from '../wallets.js';

export interface MalformedRequest {
  readonly text: string;
  /** False if the request is garbled. */
  readonly isHttp: boolean;
}

/** Paths to test in addition to those of the API's documentation. */
export const OTHER_PATHS = [
  '/',
  '/{path}',
  '/r/{wallet}',
  '/api/{path}',
  '/log/tile/{path}',
  '/log/tile/entries/{path}',
  '/dashboard',
  '/about',
  '/how-to-participate',
  '/pyramid/{wallet}',
  '/assets/{file}',
  '/robots.txt',
  '/sitemap.txt',
  '/.well-known/security.txt',
  '/metrics',
  '/api',
  '/api/docs',
  '/api/docs-json',
];

const documentSchema = z.object({ paths: z.record(z.string(), z.unknown()) });

/** Returns the paths that the server at `url` documents, and {@link OTHER_PATHS}, with parameters in braces. */
export async function allPaths(url: string): Promise<string[]> {
  const { paths } = documentSchema.parse(await (await fetch(`${url}/api/docs-json`)).json());
  return [...Object.keys(paths), ...OTHER_PATHS];
}

/** Returns requests to these paths, many with invalid values or syntax. */
export function malformedRequests(
  paths: readonly string[],
  count: number,
  seed: number,
): MalformedRequest[] {
  return fc.sample(anyRequest(paths), { numRuns: count, seed });
}

const HEAD = 'HTTP/1.1\r\nHost: localhost\r\nConnection: close';

function anyRequest(paths: readonly string[]): fc.Arbitrary<MalformedRequest> {
  const httpRequest = fc
    .tuple(method, target(paths), fc.array(header, { maxLength: 4 }), body, fc.ipV4())
    .map(([verb, path, headers, content, client]) => {
      const lines = [
        `${verb} ${path} ${HEAD}`,
        `X-Forwarded-For: ${client}`,
        `Content-Length: ${Buffer.byteLength(content)}`,
        ...headers,
      ];
      return `${lines.join('\r\n')}\r\n\r\n${content}`;
    });
  return fc.oneof(
    { weight: 4, arbitrary: httpRequest.map((text) => ({ text, isHttp: true })) },
    { weight: 1, arbitrary: garbled(httpRequest).map((text) => ({ text, isHttp: false })) },
  );
}

const method = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD', 'PUT') },
  { weight: 1, arbitrary: fc.constantFrom(...METHODS.filter((name) => name !== 'CONNECT')) },
);

const filling = fc.oneof(fc.webSegment(), fc.constant(wallet(1)), fc.constant(`${wallet(2)}.png`));

const QUERIES = ['wallet', 'limit', 'cursor', 'after', 'depth', 'ref', 'wallet[]', '__proto__'];
const STRANGE_ENDS = ['', '/', '//', '/..', '%2e%2e/', '%00', '%ff', '%zz', ';x', '?', '#'];

const query = fc
  .tuple(fc.constantFrom(...QUERIES), fc.oneof(fc.webQueryParameters(), fc.constant(wallet(1))))
  .map(([name, value]) => `${name}=${value}`);

function target(paths: readonly string[]): fc.Arbitrary<string> {
  const path = fc
    .tuple(fc.constantFrom(...paths), filling)
    .map(([pattern, value]) => pattern.replace(/\{\w+\}/, value));
  const queries = fc.array(query, { maxLength: 3 }).map((parts) => parts.join('&'));
  return fc.oneof(
    fc.tuple(path, queries).map(([start, end]) => (end === '' ? start : `${start}?${end}`)),
    fc.tuple(path, fc.constantFrom(...STRANGE_ENDS)).map((parts) => parts.join('')),
    fc.tuple(path, fc.webPath()).map((parts) => parts.join('')),
  );
}

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
  '/',
];

const visible = fc.stringMatching(/^[!-~]{0,60}$/);

const header = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TYPES).map((type) => `Content-Type: ${type}`) },
  visible.map((text) => `Cookie: pyramidion=${text}; challenge=${text}`),
  visible.map((text) => `Authorization: Bearer ${text}`),
  visible.map((text) => `If-None-Match: "${text}"`),
  visible.map((text) => `Accept-Encoding: ${text}`),
  visible.map((text) => `X-Forwarded-For: ${text}`),
  fc.constantFrom('cross-site', 'same-origin', 'x').map((site) => `Sec-Fetch-Site: ${site}`),
  fc.constantFrom('100-continue', 'x').map((what) => `Expect: ${what}`),
  fc.constantFrom('bytes=0-', 'bytes=9-1', 'x').map((range) => `Range: ${range}`),
  fc.constantFrom('websocket', 'h2c').map((protocol) => `Upgrade: ${protocol}`),
);

const address = fc.oneof(fc.jsonValue(), fc.constantFrom(wallet(1), '1'.repeat(32)));

const body = fc.oneof(
  fc.constant(''),
  fc.json(),
  fc.string(),
  spelled({ referrerId: fc.oneof(address, fc.constant(wallet(3))), recruitId: fc.jsonValue() }),
  spelled({ referrer: address }),
  spelled({
    publicKey: address,
    signedMessage: fc.oneof(fc.jsonValue(), fc.base64String()),
    signature: fc.oneof(fc.jsonValue(), fc.base64String({ minLength: 88, maxLength: 88 })),
    nonce: fc.oneof(fc.jsonValue(), fc.stringMatching(/^[A-Za-z0-9]{22}$/)),
  }),
  spelled({
    jsonrpc: fc.constant('2.0'),
    id: fc.jsonValue(),
    method: fc.constantFrom(
      'getBalance',
      'getTokenAccountsByOwner',
      'sendTransaction',
      '__proto__',
    ),
    params: fc.oneof(fc.jsonValue(), fc.tuple(address, fc.jsonValue())),
  }),
);

function spelled(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<string> {
  return fc.record(fields, { requiredKeys: [] }).map((value) => JSON.stringify(value));
}

function garbled(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(text, fc.nat(), fc.nat({ max: 40 }), fc.string({ unit: 'binary', maxLength: 20 }))
    .map(([whole, place, length, insertion]) => {
      const at = place % (whole.length + 1);
      return whole.slice(0, at) + insertion + whole.slice(at + length);
    });
}
