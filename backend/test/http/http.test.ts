import { describe, expect, test } from '@jest/globals';
import { problemSchema } from '../../src/http/problem.js';
import { ask } from '../support/ask.js';
import { whileNothingCanBeWritten } from '../support/shell.js';
import { startTestServer } from '../support/test-server.js';
import { sharedServer } from '../support/shared-server.js';
import { wallet } from '../support/wallets.js';

const server = sharedServer();

const body = JSON.stringify({ referrerId: wallet(1), recruitId: wallet(2) });

async function post(headers: Record<string, string>, text = body): Promise<Response> {
  return fetch(`${server.url}/api/referral`, { method: 'POST', headers, body: text });
}

async function expectProblem(response: Response, status: number): Promise<void> {
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(problemSchema.parse(await response.json()).status).toBe(status);
  expect(response.status).toBe(status);
}

describe('a request body', () => {
  test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'gets 415 if its type is %s',
    async (type) => expectProblem(await post({ 'content-type': type }), 415),
  );

  test('gets 415 if its encoding is gzip, but not if it is identity', async () => {
    const type = { 'content-type': 'application/json' };
    await expectProblem(await post({ ...type, 'content-encoding': 'gzip' }), 415);
    await expectProblem(await post({ ...type, 'content-encoding': 'identity' }, '{}'), 400);
  });

  test('gets 413 if it has over 4 KiB', async () => {
    await expectProblem(
      await post({ 'content-type': 'application/json' }, `"${'a'.repeat(5000)}"`),
      413,
    );
  });
});

describe('a URL', () => {
  const pathOf = (length: number): string => `/about?${'a'.repeat(length - '/about?'.length)}`;

  test('of 2,000 characters is served', async () => {
    expect((await fetch(server.url + pathOf(2_000))).status).toBe(200);
  });

  test.each(['GET', 'POST', 'DELETE'])('of 2,001 characters gets 414 for %s', async (method) => {
    await expectProblem(await fetch(server.url + pathOf(2_001), { method }), 414);
  });

  test.each([7_000, 14_000, 100_000])('of %i slashes gets 414', async (slashes) => {
    await expectProblem(await fetch(`${server.url}${'/'.repeat(slashes)}x`), 414);
  });
});

test('headers of 15 KiB are accepted', async () => {
  const { status } = await fetch(server.url, { headers: { cookie: 'a'.repeat(15_360) } });
  expect(status).toBe(200);
});

test('headers of more than 16 KiB get 431', async () => {
  await expectProblem(await fetch(server.url, { headers: { cookie: 'a'.repeat(16_384) } }), 431);
});

test('an Expect header with an unknown value is ignored, as RFC 9110 allows', async () => {
  const sent = { headers: { expect: 'a miracle' } };
  const { status, headers } = await ask(`${server.url}/api/nothing`, sent);
  expect(status).toBe(404);
  expect(headers['content-type']).toContain('application/problem+json');
  expect(headers['x-frame-options']).toBe('DENY');
});

describe('error handling:', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing/here',
    '/api/*/here',
    '/api/:any(*)',
    '/api/:referral',
  ])('the unknown path %s gets 404', async (path) => {
    await expectProblem(await fetch(`${server.url}${path}`), 404);
  });

  test('while nothing can be written, a write gets 503 with Retry-After, and a read gets 200', async () => {
    await whileNothingCanBeWritten(server.databaseUrl, async () => {
      const write = post({ 'content-type': 'application/json' });
      expect((await fetch(`${server.url}/api/leaderboard`)).status).toBe(200);
      const refused = await write;
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      await expectProblem(refused, 503);
    });
  });

  test.each([
    ['DELETE', '/api/leaderboard', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/referral', 'POST, DELETE, OPTIONS'],
    ['PUT', '/api/rpc', 'POST, OPTIONS'],
    ['POST', '/metrics', 'GET, HEAD'],
    ['OPTIONS', '/metrics', 'GET, HEAD'],
  ])('%s %s gets 405 with Allow', async (method, path, allowed) => {
    const response = await fetch(`${server.url}${path}`, { method });
    expect(response.headers.get('allow')).toBe(allowed);
    await expectProblem(response, 405);
  });

  test('the error for an incomplete body names the missing field', async () => {
    const text = JSON.stringify({ referrerId: wallet(1) });
    const response = await post({ 'content-type': 'application/json' }, text);
    expect(response.status).toBe(400);
    expect(problemSchema.parse(await response.json()).detail).toBe('recruitId is required.');
  });

  test.each([
    ...['0', '101', 'ten', '1.5', '', '1&limit=2', '0x10', '1e1', '%205', '%2B5', '5.0'].map(
      (limit) => `leaderboard?limit=${limit}`,
    ),
    'leaderboard?limit[x]=1',
    'leaderboard?page=2',
    'leaderboard?around=somebody',
    `leaderboard?around=${wallet(1)}&cursor=f__7s_____4AAAAC`,
    ...['', 'nonsense', 'a&cursor=b', 'A'.repeat(201)].map((text) => `leaderboard?cursor=${text}`),
    'referral-stats',
    ...['', 'x', `${wallet(1)}&wallet=${wallet(2)}`].map((text) => `referral-stats?wallet=${text}`),
    `referral-stats?wallet[a]=${wallet(1)}`,
    'pyramid',
    ...['0', '51', '1.5', 'deep', '1&depth=2', '0x10', '1e1', '%205'].map(
      (depth) => `pyramid?wallet=${wallet(1)}&depth=${depth}`,
    ),
    ...['', '-1', 'x', '1.5', '1&after=2', '0x10', '1e1', '%205'].map(
      (after) => `proofs?after=${after}`,
    ),
    'proofs?before=1',
  ])('the invalid query /api/%s gets 400', async (call) => {
    await expectProblem(await fetch(`${server.url}/api/${call}`), 400);
  });

  test('OPTIONS of an API path lists its methods, without CORS headers', async () => {
    const response = await fetch(`${server.url}/api/leaderboard`, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect([...response.headers.keys()].join()).not.toContain('access-control');
    await expectProblem(await fetch(`${server.url}/api/none`, { method: 'OPTIONS' }), 404);
  });

  test('a path that cannot be decoded gets 400', async () => {
    await expectProblem(await fetch(`${server.url}/%zz`), 400);
  });

  test('an unexpected error gets 500 without a stack', async () => {
    await server.database.writer.write((manager) =>
      manager.query('ALTER TABLE referral RENAME TO hidden'),
    );
    const response = await fetch(`${server.url}/api/referral-stats?wallet=${wallet(1)}`);
    const text = await response.clone().text();
    await expectProblem(response, 500);
    expect(text).not.toMatch(/at |SQLITE|select/i);
    await server.database.writer.write((manager) =>
      manager.query('ALTER TABLE hidden RENAME TO referral'),
    );
  });
});

describe('writes', () => {
  test.each([
    ['POST', '/api/referral', 'cross-site'],
    ['POST', '/api/referral', 'same-site'],
    ['POST', '/api/session/challenge', 'cross-site'],
    ['POST', '/api/session', 'cross-site'],
    ['POST', '/api/session/check-in', 'cross-site'],
    ['DELETE', '/api/session', 'cross-site'],
    ['DELETE', '/api/referral', 'cross-site'],
  ])('get 403 from another origin: %s %s with Sec-Fetch-Site: %s', async (method, path, site) => {
    const headers = { 'sec-fetch-site': site, origin: 'https://elsewhere.example' };
    await expectProblem(await fetch(`${server.url}${path}`, { method, headers }), 403);
  });

  test('are allowed from pages of the site', async () => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    expect((await post(headers)).status).toBe(201);
  });
});

describe('the security headers', () => {
  test.each([
    '/',
    '/nowhere',
    '/assets/main.0123abcd.js',
    '/api/leaderboard',
    '/api/nothing',
    '/%zz',
    '/api/docs',
  ])('are on %s', async (path) => {
    const { headers } = await fetch(`${server.url}${path}`);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('payment=()');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    for (const obsolete of ['x-xss-protection', 'x-download-options', 'x-powered-by', 'server']) {
      expect(headers.get(obsolete)).toBeNull();
    }
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  test('limit scripts, fonts and fetches to the site, and images to the site and data: URLs', async () => {
    const { headers } = await fetch(`${server.url}/`);
    const policy = (headers.get('content-security-policy') ?? '').split(/; ?/);
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "require-trusted-types-for 'script'",
      ]),
    );
  });

  test.each(['/nowhere', '/assets/gone.0123abcd.js', '/api/leaderboard', '/api/nothing', '/%zz'])(
    'include Cache-Control: no-cache on %s',
    async (path) => {
      const { headers } = await fetch(`${server.url}${path}`);
      expect(headers.get('cache-control')).toBe('no-cache');
    },
  );

  test('are also on a rejected write', async () => {
    const { headers } = await post({
      'content-type': 'application/json',
      'sec-fetch-site': 'cross-site',
    });
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('permissions-policy')).toContain('payment=()');
  });

  test('have the same policy with TRUSTED_TYPES=off, except for require-trusted-types-for', async () => {
    const lenient = await startTestServer({ TRUSTED_TYPES: 'off' });
    const [strict = [], loose] = await Promise.all(
      [server, lenient].map(async ({ url }) => {
        const { headers } = await fetch(`${url}/`);
        return headers.get('content-security-policy')?.split(/; ?/);
      }),
    );
    const trustedTypes = "require-trusted-types-for 'script'";
    expect(strict).toContain(trustedTypes);
    expect(loose).toEqual(strict.filter((rule) => rule !== trustedTypes));
    await lenient.close();
  });

  test.each([
    ['off', 'max-age=31536000'],
    ['on', 'max-age=31536000; includeSubDomains'],
  ])('include HSTS for an https origin: with HSTS_SUBDOMAINS=%s, %s', async (subdomains, value) => {
    const secure = await startTestServer({
      PUBLIC_ORIGIN: 'https://pyramidion.example',
      HSTS_SUBDOMAINS: subdomains,
    });
    const { headers } = await fetch(`${secure.url}/`, { redirect: 'manual' });
    expect(headers.get('strict-transport-security')).toBe(value);
    await secure.close();
  });
});

describe('the rate limits', () => {
  test.each([
    [30, 'POST', '/api/referral'],
    [60, 'GET', `/api/pyramid?wallet=${wallet(1)}`],
    [120, 'GET', `/card/${wallet(1)}.png`],
    [120, 'POST', '/api/rpc'],
  ])('allow a client %i calls a minute: %s %s', async (limit, method, path) => {
    const limited = await startTestServer();
    const headers = { 'content-type': 'application/json' };
    const ask = () =>
      fetch(`${limited.url}${path}`, { method, headers, body: method === 'POST' ? '{}' : null });
    const statuses: number[] = [];
    for (let call = 0; call < limit; call += 1) statuses.push((await ask()).status);
    expect(statuses).not.toContain(429);
    const refused = await ask();
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectProblem(refused, 429);
    expect((await fetch(`${limited.url}/api/leaderboard`)).status).toBe(200);
    await limited.close();
  });

  test('of claims are multiplied by CALLS_FACTOR', async () => {
    const office = await startTestServer({ CALLS_FACTOR: '2' });
    const statuses: number[] = [];
    for (let index = 0; index < 61; index += 1) {
      const headers = { 'content-type': 'application/json' };
      const options = { method: 'POST', headers, body: '{}' };
      statuses.push((await fetch(`${office.url}/api/referral`, options)).status);
    }
    expect(statuses.indexOf(429)).toBe(60);
    await office.close();
  });

  test.each([
    ['1', ' 203.0.113.7'],
    ['1', ''],
    ['2', ', 203.0.113.7'],
  ])(
    'with TRUST_PROXY=%s, ignore ADDRESS in `X-Forwarded-For: ADDRESS,%s`',
    async (trustProxy, rest) => {
      const proxied = await startTestServer({ TRUST_PROXY: trustProxy });
      const statuses: (number | undefined)[] = [];
      for (let index = 0; index < 31; index += 1) {
        const headers = {
          'content-type': 'application/json',
          'x-forwarded-for': `10.9.9.${index},${rest}`,
        };
        const options = { method: 'POST', headers };
        statuses.push((await ask(`${proxied.url}/api/referral`, options, '{}')).status);
      }
      expect(statuses).toEqual([...new Array<number>(30).fill(400), 429]);
      await proxied.close();
    },
  );
});

describe('GET /api/docs', () => {
  test('loads no files of other sites', async () => {
    const html = await (await fetch(`${server.url}/api/docs`)).text();
    expect(html).toContain('swagger-ui');
    expect(html).not.toMatch(/(src|href)=["'](https?:)?\/\//);
  });

  test('loads the OpenAPI document from /api/docs-json', async () => {
    const script = await (await fetch(`${server.url}/api/docs/swagger-ui-init.js`)).text();
    expect(script).toContain('"url": "/api/docs-json"');
    expect(script).not.toContain('/api/leaderboard');
  });

  test('has its OpenAPI document at /api/docs-json, compressed, with an ETag', async () => {
    const get = (headers: Record<string, string>) =>
      ask(`${server.url}/api/docs-json`, { headers: { 'accept-encoding': 'br', ...headers } });
    const { headers } = await get({});
    expect(headers['content-encoding']).toBe('br');
    expect((await get({ 'if-none-match': String(headers.etag) })).status).toBe(304);
  });
});

test.each(['/api/docs', '/api/docs-json', '/api/docs/swagger-ui-init.js', '/robots.txt', '/'])(
  'a request for %s with `Content-Encoding: gzip` gets 415',
  async (path) => {
    const headers = { 'content-encoding': 'gzip' };
    await expectProblem(await fetch(server.url + path, { headers }), 415);
  },
);
