import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { ASSET } from './fixture-site.js';
import type { TestServer } from './test-server.js';
import { startTestServer } from './test-server.js';
import { wallet } from './wallets.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ TOKEN_CHART_URL: 'https://example.org/?a=</script>' });
});

afterAll(async () => {
  await server.close();
});

interface RawAnswer {
  readonly headers: Record<string, unknown>;
  readonly body: Buffer;
}

async function getRaw(path: string, headers: Record<string, string>): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    request(`${server.url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });
}

describe('pages', () => {
  test.each(['/', '/dashboard', '/about', '/how-to-participate'])(
    '%s is complete HTML',
    async (path) => {
      const response = await fetch(`${server.url}${path}`);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(html).toContain(`<title>Page ${path}</title>`);
      expect(html).toContain(`<main>${path}</main>`);
      expect(html).toContain('content="A &#34;parody&#34; &#38; nothing else"');
      expect(response.headers.get('cache-control')).toBe('no-cache');
    },
  );

  test('any other path shows the 404 page with status 404', async () => {
    const response = await fetch(`${server.url}/no/such/page`);
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining('<main>/404</main>'),
    ]);
  });

  test('of pyramids are the same for every wallet, but for the card and address that messengers read', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(async (name) => {
        const html = await (await fetch(`${server.url}/pyramid/${wallet(name)}`)).text();
        expect(html).toContain(`content="http://localhost:3000/pyramid/${wallet(name)}"`);
        expect(html).toContain(`content="http://localhost:3000/card/${wallet(name)}.png"`);
        return html.replaceAll(wallet(name), '');
      }),
    );
    expect(one).toBe(other);
  });

  test('of pyramids have status 404 for an address that is no wallet', async () => {
    const response = await fetch(`${server.url}/pyramid/nobody`);
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining('<main>/pyramid/:wallet</main>'),
    ]);
  });

  test('carry the public settings of this run, and nothing that could end their element', async () => {
    const html = await (await fetch(`${server.url}/`)).text();
    const [, json = ''] =
      /<script type="application\/json" id="settings">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual({
      publicOrigin: 'http://localhost:3000',
      tokenMint: null,
      tokenChartUrl: 'https://example.org/?a=</script>',
    });
  });

  test('a query never changes a page', async () => {
    const [plain, referred] = await Promise.all(
      ['/', `/?ref=${wallet(1)}<script>`].map(async (path) =>
        (await fetch(`${server.url}${path}`)).text(),
      ),
    );
    expect(referred).toBe(plain);
  });

  test('the policy allows exactly the style that stands in the page', async () => {
    const response = await fetch(`${server.url}/`);
    const [, css = ''] = /<style>(.*?)<\/style>/s.exec(await response.text()) ?? [];
    const hash = createHash('sha256').update(css).digest('base64');
    expect(response.headers.get('content-security-policy')).toContain(
      `style-src 'self' 'sha256-${hash}';`,
    );
  });

  test('are compressed for who can take it', async () => {
    const { headers, body } = await getRaw('/', { 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(body).toString()).toContain('<main>/</main>');
    const plain = await getRaw('/', { 'accept-encoding': 'br;q=0' });
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  test('an unchanged page is 304', async () => {
    const etag = (await fetch(`${server.url}/about`)).headers.get('etag') ?? '';
    const response = await fetch(`${server.url}/about`, { headers: { 'if-none-match': etag } });
    expect(response.status).toBe(304);
  });

  test('HEAD works', async () => {
    const response = await fetch(`${server.url}/about`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
  });
});

describe('files', () => {
  test('hashed assets may be kept for a year', async () => {
    const response = await fetch(`${server.url}/assets/main.0123abcd.js`);
    expect(await response.text()).toBe(ASSET);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toContain('javascript');
  });

  test('come precompressed where that was built', async () => {
    const { headers } = await getRaw('/assets/main.0123abcd.js', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
  });

  test('files without a hash in their name are asked for again', async () => {
    const response = await fetch(`${server.url}/robots.txt`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  });

  test('an unknown asset is a plain 404', async () => {
    const response = await fetch(`${server.url}/assets/gone.js`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'text/plain; charset=utf-8',
    ]);
  });

  test.each([
    '/template.html',
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/main.0123abcd.js.gz',
  ])('%s is not served', async (path) => {
    const { body } = await getRaw(path, {});
    expect(body.toString()).not.toMatch(/<!--title-->|"name"/);
  });
});
