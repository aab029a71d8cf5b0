import fc from 'fast-check';
import { z } from 'zod';
import { wallet } from '../wallets.js';
import { OTHER_PATHS } from './malformed-requests.js';

export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const parameterSchema = z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']) });

const operationSchema = z.object({ parameters: z.array(parameterSchema).default([]) });

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({
    schemas: z.record(
      z.string(),
      z.object({ properties: z.record(z.string(), z.unknown()).default({}) }),
    ),
  }),
});

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly queries: readonly string[];
}

const PAGE_QUERIES = ['ref', 'collapse'];

const HEADERS = [
  'accept-encoding',
  'authorization',
  'content-type',
  'cookie',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];

/**
 * Returns `count` hostile requests to each documented endpoint of the server at `url` and to each of
 * {@link OTHER_PATHS}.
 */
export async function hostileRequests(
  url: string,
  count: number,
  seed: number,
): Promise<HostileRequest[]> {
  const json: unknown = await (await fetch(`${url}/api/docs-json`)).json();
  const { paths, components } = documentSchema.parse(json);
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters }]) => ({
      method: method.toUpperCase(),
      path,
      queries: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
    })),
  );
  const others = OTHER_PATHS.map((path) => ({ method: 'GET', path, queries: PAGE_QUERIES }));
  const fields = Object.values(components.schemas).flatMap(({ properties }) =>
    Object.keys(properties),
  );
  return [...documented, ...others].flatMap((operation) =>
    fc.sample(requestTo(operation, Array.from(new Set(fields))), { numRuns: count, seed }),
  );
}

/** Texts that may be costly to match, decode or split if they are repeated. */
const UNITS = [
  ...['/', '//', '/./', '../', '%2f', '%', '%25', '%2525', '%00', '%ff', '%e2%80%8b', '&#38;', '&'],
  ...['0', '1', '9', 'a', 'z', 'A', '-', '.', ',', ';', '=', '+', '~', '"', '\\', '(', '[', '{'],
  ...['x999/', 'ref=', 'ref[', '/r/', 'a=1&', 'a=', 'x,', 'gzip;', ';q=0', 'bytes=0-', '1.1.'],
  ...['[::', 'é', '\u{1f4a9}', '\u200b', '\t', ' ', '==', '==.', '-18.', 'day1-', '3D'],
];

const ENDS = ['', 'x', '!', '0', '/', '=', '\u0001', '%', '"', wallet(1)];

const BEGINNINGS = [
  ...['', '', '0/', '5/', 'entries/', 'x001/', wallet(1), 'ref=', '-', '[', 'all', '2026-W'],
  ...['2-1-1-z-', '12-100-40-', 'day', 'bytes=', '"', 'W/"', '::ffff:', 'Bearer '],
];

const repeated = fc
  .tuple(
    fc.constantFrom(...BEGINNINGS),
    fc.constantFrom(...UNITS),
    fc.constantFrom(1, 20, 102, 400, 1_900, 7_000),
    fc.constantFrom(...ENDS),
  )
  .map(([beginning, unit, length, end]) => {
    return beginning + unit.repeat(Math.ceil(length / unit.length)) + end;
  });

const number = fc.oneof(
  fc.constantFrom('-1', '-0', '1e308', '1e-7', 'NaN', 'Infinity', '0x7fffffff', '1.5', ' 7 '),
  fc.constantFrom(10, 11, 16, 20, 309, 1_800).map((digits) => '9'.repeat(digits)),
  fc.constantFrom(31, 32, 53, 63, 64).map((bits) => String(2n ** BigInt(bits))),
);

/** A cursor of the leaderboard with numbers that may overflow. */
const cursor = fc
  .tuple(...[1, 2, 3].map(() => fc.oneof(number, fc.nat().map(String))))
  .map(([points, recruits, lateness]) =>
    Buffer.from(`${points}.${recruits}.-${lateness}`).toString('base64url'),
  );

const nested = fc
  .tuple(fc.constantFrom('[', '{"a":', '[[],'), fc.constantFrom(10, 500, 4_000))
  .map(([open, length]) => open.repeat(Math.ceil(length / open.length)));

const plain = fc.oneof(
  { weight: 4, arbitrary: repeated },
  { weight: 2, arbitrary: number },
  { weight: 1, arbitrary: cursor },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: fc.constantFrom(wallet(1), `${wallet(1)}.png`, 'week', '9999-W53') },
);

const value = fc.tuple(plain, fc.constantFrom(0, 0, 1, 2, 5)).map(([text, times]) => {
  let encoded = text;
  for (let time = 0; time < times; time += 1) encoded = encodeURIComponent(encoded);
  return encoded;
});

function requestTo(
  { method, path, queries }: Operation,
  fields: readonly string[],
): fc.Arbitrary<HostileRequest> {
  const names = fc.constantFrom(...queries, 'wallet', '__proto__');
  const query = fc.tuple(names, value, fc.constantFrom(1, 1, 50)).map(([name, text, times]) => {
    return Array.from({ length: times }, () => `${name}=${text}`).join('&');
  });
  return fc
    .record({
      parts: fc.array(fc.oneof(fc.constant(wallet(2)), value), { minLength: 3, maxLength: 3 }),
      query: fc.array(query, { maxLength: 2 }),
      headers: fc.dictionary(fc.constantFrom(...HEADERS), value, { maxKeys: 2 }),
      client: fc.ipV4(),
      body: fc.oneof(nested, fc.dictionary(fc.constantFrom(...fields), plain, { maxKeys: 4 })),
    })
    .map(({ parts, query, headers, client, body }) => {
      let part = 0;
      const filled = path.replaceAll(/\{\w+\}/g, () => parts[part++] ?? '');
      const search = query.length === 0 ? '' : `?${query.join('&')}`;
      return {
        method,
        path: printable(filled + search),
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': client,
          ...Object.fromEntries(
            Object.entries(headers).map(([name, text]) => [name, printable(text)]),
          ),
        },
        body: method === 'POST' ? (typeof body === 'string' ? body : JSON.stringify(body)) : '',
      };
    });
}

function printable(text: string): string {
  return text.replaceAll(/[^!-~]+/g, (part) => encodeURIComponent(part));
}
