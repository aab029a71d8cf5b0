import { describe, expect, jest, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Clock } from '../../src/core/clock.js';
import { Unavailable } from '../../src/core/errors.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import type { Pyramid } from '../../src/pyramid/pyramid.schema.js';
import { ReferralStatsService } from '../../src/referral-stats/referral-stats.service.js';
import { CostlyReads } from '../../src/http/costly-reads.js';
import { COSTS } from '../../src/http/rate-limits.js';
import { Settings } from '../../src/settings.js';
import { ask, type Answer } from '../support/ask.js';
import { claim } from '../support/api.js';
import { ASSET, buildFixtureSite } from '../support/fixture-site.js';
import { newSigner } from '../support/signer.js';
import { startTestServer } from '../support/test-server.js';
import { sharedServer } from '../support/shared-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const CUT = wallet(1).slice(4);

const server = sharedServer({ TOKEN_CHART_URL: 'https://example.org/?a=</script>' });

const getRaw = (path: string, headers: Record<string, string>): Promise<Answer> =>
  ask(server.url, { path, headers });

describe('pages', () => {
  test.each(['/', '/dashboard', '/about', '/how-to-participate'])(
    'are rendered with their title, description and content: %s',
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

  test('show the 404 page with status 404 for an unknown path', async () => {
    const response = await fetch(`${server.url}/no/such/page`);
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining('<main>/404</main>'),
    ]);
  });

  test.each([
    ['/about/', '/about'],
    ['//', '/'],
    [`/dashboard/?ref=${wallet(1)}&x=/`, `/dashboard?ref=${wallet(1)}&x=/`],
    [`/Pyramid/${wallet(1)}//?x=1`, `/pyramid/${wallet(1)}?x=1`],
  ])('redirect %s to its canonical form', async (path, canonical) => {
    const { headers, status } = await fetch(`${server.url}${path}`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([308, canonical]);
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test.each([
    '/no/such/page/',
    '/about%2F',
    '/pyramid',
    '/pyramid/',
    '//evil.example/about/',
    '/*',
  ])('have status 404 for %s', async (path) => {
    const { status } = await fetch(`${server.url}${path}`, { redirect: 'manual' });
    expect(status).toBe(404);
  });

  test('show the same HTML for two pyramids, except for their addresses and the versions of their pictures', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(async (name) => {
        const html = await (await fetch(`${server.url}/pyramid/${wallet(name)}`)).text();
        expect(html).toContain(`content="http://localhost:3000/pyramid/${wallet(name)}"`);
        expect(html).toContain(`content="http://localhost:3000/pyramid/${wallet(name)}.png?v=`);
        expect(html).toContain(`<img src="/pyramid/${wallet(name)}.png"/>`);
        return html.replaceAll(wallet(name), '').replace(/\?v=[\w-]{8}/, '');
      }),
    );
    expect(one).toBe(other);
  });

  test('have status 404 for the pyramid of an invalid wallet', async () => {
    const response = await fetch(`${server.url}/pyramid/nobody`);
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining('<main>/pyramid/nobody</main>'),
    ]);
  });

  test('contain the public settings, escaped', async () => {
    const html = await (await fetch(`${server.url}/`)).text();
    const [, json = ''] =
      /<script type="application\/json" id="settings">(.*?)<\/script>/.exec(html) ?? [];
    const settings: unknown = JSON.parse(json);
    expect(settings).toMatchObject({ tokenChartUrl: 'https://example.org/?a=</script>' });
    expect(settings).not.toHaveProperty('sessionSecret');
  });

  test.each([
    '/?utm_source=<script>',
    '/?ref=producthunt',
    '/r/newsletter',
    '/?collapse=nobody+could+have',
    '/?collapse=1&collapse=2',
    `/?collapse=${'9'.repeat(21)}`,
  ])('show the plain landing page for %s', async (path) => {
    const [plain, queried] = await Promise.all(
      ['/', path].map(async (each) => (await fetch(`${server.url}${each}`)).text()),
    );
    expect(queried).toBe(plain);
  });

  test.each([`/?ref=${CUT}`, `/r/${CUT}`])('say for %s that the link is damaged', async (path) => {
    const response = await fetch(`${server.url}${path}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('<main>"damaged"</main>');
    expect(html).toContain('<script type="application/json" id="invitation">"damaged"</script>');
  });

  test.each([
    ['.', ''],
    ['%22', ''],
    ['%E2%80%8B', ''],
    ['.PNG)', '.png'],
    ['.svg.', '.svg'],
    ['.?ref=x', '?ref=x'],
  ])('redirect /pyramid/WALLET%s to /pyramid/WALLET%s', async (end, rest) => {
    const path = `/pyramid/${wallet(1)}`;
    const response = await fetch(`${server.url}${path}${end}`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, `${path}${rest}`]);
  });

  test.each(['/%3Fref=WALLET', '/about%3Fref%3DWALLET.', '/r/WALLET/join'])(
    'redirect the damaged path %s to /?ref=WALLET',
    async (form) => {
      const path = form.replace('WALLET', wallet(1));
      const response = await fetch(server.url + path, { redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([
        308,
        `/?ref=${wallet(1)}`,
      ]);
    },
  );

  test.each([
    ['/about?ref=x', '/about'],
    [`/?ref=${wallet(1)}`, '/'],
    [`/r/${wallet(1)}`, '/'],
    ['/?collapse=day47-2b', '/'],
    [`/pyramid/${wallet(1)}?ref=x`, `/pyramid/${wallet(1)}`],
  ])('have a canonical URL: %s has %s', async (path, canonical) => {
    expect(await (await fetch(`${server.url}${path}`)).text()).toContain(
      `<link rel="canonical" href="http://localhost:3000${canonical}" />`,
    );
  });

  test('of a pyramid, if not rendered in time, have no picture, no og:url and no link to a pyramid', async () => {
    const run = jest.spyOn(CostlyReads.prototype, 'run');
    run.mockReturnValue(new Promise(() => undefined));
    const response = await fetch(`${server.url}/pyramid/${wallet('waiting')}`);
    run.mockRestore();
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('<meta property="og:title" content="Page /pyramid/');
    expect(html).toContain('<noscript></noscript>');
    expect(html).not.toMatch(/(href|src)="[^"]*\/pyramid\//);
    expect(html).not.toContain('og:url');
  });

  test('have a Content-Security-Policy that allows their inline style by its hash', async () => {
    const response = await fetch(`${server.url}/`);
    const [, css = ''] = /<style>(.*?)<\/style>/s.exec(await response.text()) ?? [];
    const hash = createHash('sha256').update(css).digest('base64');
    expect(response.headers.get('content-security-policy')).toContain(
      `style-src 'self' 'sha256-${hash}';`,
    );
  });

  test('are compressed with Brotli if the client accepts it', async () => {
    const { headers, body } = await getRaw('/', { 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(body).toString()).toContain('<main>/</main>');
    for (const refusal of ['br;q=0', 'br; Q=0.0']) {
      const plain = await getRaw('/', { 'accept-encoding': refusal });
      expect(plain.headers['content-encoding']).toBeUndefined();
    }
  });
});

async function socialTagsOf(path: string): Promise<Record<string, string>> {
  const html = await (await fetch(`${server.url}${path}`)).text();
  const tags = html.matchAll(
    /<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)" \/>/g,
  );
  return Object.fromEntries(
    Array.from(tags, ([, property = '', content = '']) => [property, content]),
  );
}

describe('the preview tags', () => {
  test('of /about have its title and the site’s card', async () => {
    expect(await socialTagsOf('/about')).toEqual({
      'og:type': 'website',
      'og:site_name': 'Pyramidion (parody)',
      'og:title': 'Page /about',
      'og:description': 'A &#34;parody&#34; &#38; nothing else',
      'og:url': 'http://localhost:3000/about',
      'og:image': 'http://localhost:3000/card.png',
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'A card with a pyramid at night, stamped PARODY',
      'twitter:card': 'summary_large_image',
    });
  });

  test('of a referral link name the referrer and its card, with URLs of the public origin', async () => {
    expect(await socialTagsOf(`/?ref=${wallet(1)}&utm_source=x`)).toMatchObject({
      'og:title': `Recruited by ${wallet(1)}`,
      'og:description': 'A &#34;parody&#34; &#38; nothing less',
      'og:url': `http://localhost:3000/?ref=${wallet(1)}`,
      'og:image': expect.stringMatching(
        new RegExp(`^http://localhost:3000/card/${wallet(1)}\\.png\\?v=[\\w-]{8}$`),
      ),
    });
  });

  test.each(['/?ref=WALLET<script>', '/r/WALLET', '/r/WALLET.?utm_source=x'])(
    'are the same for %s as for /?ref=WALLET',
    async (form) => {
      expect(await socialTagsOf(form.replace('WALLET', wallet(1)))).toEqual(
        await socialTagsOf(`/?ref=${wallet(1)}`),
      );
    },
  );

  test('are the only difference between a referral link’s page and the plain landing page, besides the invitation', async () => {
    const withoutTags = async (path: string): Promise<string> =>
      (await (await fetch(`${server.url}${path}`)).text()).replaceAll(
        /<meta property[^>]*>|<main>.*?<\/main>|<script [^>]*id="invitation">.*?<\/script>/g,
        '',
      );
    expect(await withoutTags(`/?ref=${wallet(1)}`)).toBe(await withoutTags('/'));
  });

  test('ignore the referrer on the dashboard', async () => {
    expect(await socialTagsOf(`/dashboard?ref=${wallet(1)}`)).toEqual(
      await socialTagsOf('/dashboard'),
    );
  });

  test('are in the compressed page; a request with the page’s ETag gets 304', async () => {
    const path = `/?ref=${wallet(2)}`;
    const { headers, body } = await getRaw(path, { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(body).toString()).toContain(`/card/${wallet(2)}.png`);
    const etag = String(headers['etag']);
    const again = await fetch(`${server.url}${path}`, {
      headers: { 'if-none-match': etag, 'accept-encoding': 'br' },
    });
    expect(again.status).toBe(304);
    const other = await getRaw(`/?ref=${wallet(3)}`, { 'accept-encoding': 'br' });
    expect(other.headers['etag']).not.toBe(etag);
  });

  test('come with an invitation by the referrer; the link of a banned referrer opens the plain page', async () => {
    const referrer = newSigner();
    const { writer } = server.database;
    const open = async (path: string) => (await fetch(`${server.url}${path}`)).text();
    const expectInvitation = async (provenRecruits: number) => {
      const html = await open(`/?ref=${referrer.address}`);
      const invitation = JSON.stringify({ wallet: referrer.address, provenRecruits });
      expect(html).toContain(`<main>${invitation}</main>`);
      expect(html).toContain(`id="invitation">${invitation}</script>`);
      expect(await open(`/r/${referrer.address}.`)).toBe(html);
    };
    const moderation = new ModerationService(writer, new Clock());
    const expectNoneDuringBan = async () => {
      await moderation.ban(referrer.address, 'a test');
      expect(await open(`/?ref=${referrer.address}`)).toBe(await open('/'));
      await moderation.unban(referrer.address, 'a test');
    };
    await new Visitor(server.url).signIn(referrer);
    await expectNoneDuringBan();
    await expectInvitation(0);
    for (const recruits of [1, 2]) {
      await new Visitor(server.url).signIn(newSigner(), referrer.address);
      await expectInvitation(recruits);
    }
    await expectNoneDuringBan();
    await expectInvitation(2);
  });

  test('have a new URL of the card only when the card changes', async () => {
    const referrer = newSigner();
    const imageOf = async () => (await socialTagsOf(`/?ref=${referrer.address}`))['og:image'] ?? '';
    const seen = [await imageOf()];
    await claim(server.url, referrer.address, wallet('claimed only'));
    expect(await imageOf()).toBe(seen[0]);
    for (const _recruit of [1, 2]) {
      await new Visitor(server.url).signIn(newSigner(), referrer.address);
      seen.push(await imageOf());
    }
    expect(new Set(seen).size).toBe(3);
    // Old URLs return the current card.
    const etags = seen.map(async (image) => {
      const { pathname, search } = new URL(image);
      const response = await fetch(`${server.url}${pathname}${search}`);
      expect(response.headers.get('cache-control')).toBe('public, max-age=300');
      await response.arrayBuffer();
      return response.headers.get('etag');
    });
    expect(new Set(await Promise.all(etags)).size).toBe(1);
  });

  test('have a different URL of a pyramid’s picture for each state of the pyramid', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pyramidion-'));
    const [top, child, grandchild] = [wallet('top'), wallet('child'), wallet('grandchild')];
    const imageOf = async (pyramid: Pyramid | null): Promise<string> => {
      const site = await buildFixtureSite(folder, new Settings({}));
      const page = await site.pyramidPage(
        top,
        (render) => render(),
        () => Promise.resolve(pyramid),
      );
      const html = (await page.in('identity')).toString();
      return /"og:image" content="([^"]*)"/.exec(html)?.[1] ?? '';
    };
    const pyramidOf = (...nodes: Pyramid['nodes']): Pyramid => ({
      wallet: top,
      levels: [],
      nodes,
      complete: true,
    });
    const proven = { status: 'proven', recruits: 0 } as const;
    const first = { ...proven, wallet: child, referrer: top, level: 1 };
    const second = { ...proven, wallet: grandchild, referrer: child, level: 2 };
    const states = [
      null,
      pyramidOf(),
      pyramidOf({ ...first, status: 'claimed' }),
      pyramidOf(first),
      pyramidOf(first, second),
    ];
    const imagesOfAll = async (): Promise<string[]> => {
      const images: string[] = [];
      for (const state of states) images.push(await imageOf(state));
      return images;
    };
    const images = await imagesOfAll();
    expect(images[0]).toBe(`http://localhost:3000/pyramid/${top}.png`);
    expect(new Set(images).size).toBe(states.length);
    expect(await imagesOfAll()).toEqual(images);
    await rm(folder, { recursive: true });
  });

  test('name the referrer even while the database cannot be read', async () => {
    const rowOf = jest.spyOn(ReferralStatsService.prototype, 'rowOf');
    rowOf.mockRejectedValue(new Unavailable('The database cannot be read.', 5));
    const response = await fetch(`${server.url}/?ref=${wallet('unreadable')}`);
    rowOf.mockRestore();
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining(`/card/${wallet('unreadable')}.png`),
    ]);
  });

  test('are those of the plain landing page if a costly read does not finish in time', async () => {
    const run = jest.spyOn(CostlyReads.prototype, 'run');
    run.mockReturnValue(new Promise(() => undefined));
    const page = await (await fetch(`${server.url}/?ref=${wallet('waiting')}`)).text();
    run.mockRestore();
    expect(page).toBe(await (await fetch(`${server.url}/`)).text());
  });

  test('name no new referrer to a client that has used up its budget of costly reads', async () => {
    const busy = await startTestServer({ TRUST_PROXY: '1' });
    const isNamed = async (name: string, address: string): Promise<boolean> => {
      const headers = { 'x-forwarded-for': address };
      const response = await fetch(`${busy.url}/?ref=${wallet(name)}`, { headers });
      expect(response.status).toBe(200);
      return (await response.text()).includes(`/card/${wallet(name)}.png`);
    };
    const named: boolean[] = [];
    const most = COSTS.perMinute / COSTS.landingPage;
    for (let index = 0; index < most + 20; index += 1) {
      named.push(await isNamed(`random ${index}`, '192.0.2.1'));
    }
    expect(named.filter(Boolean)).toHaveLength(most);
    expect(await isNamed(`random ${most - 1}`, '192.0.2.1')).toBe(true);
    expect(await isNamed('honest', '192.0.2.2')).toBe(true);
    await busy.close();
  });

  test('name the referrer of each of 1,000 concurrently rendered pages', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pyramidion-'));
    const site = await buildFixtureSite(folder, new Settings({}));
    const referrers = Array.from({ length: 1_000 }, (_, index) => wallet(`referrer ${index}`));
    const bodies = await Promise.all(
      referrers.map(async (referrer) => {
        const page = await site.landingPage(
          { referrer, collapse: null },
          (render) => render(),
          null,
        );
        return page.in('identity');
      }),
    );
    const wrong = referrers.filter(
      (referrer, index) => bodies[index]?.includes(`/card/${referrer}.png`) !== true,
    );
    expect(wrong).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

describe('pages and files:', () => {
  const PATHS = [
    '/',
    '/about',
    '/nowhere',
    `/pyramid/${wallet(1)}`,
    `/r/${wallet(1)}`,
    '/robots.txt',
    '/assets/main.0123abcd.js',
  ];

  const WITH_ETAG = [
    '/',
    '/about',
    `/pyramid/${wallet(1)}`,
    '/robots.txt',
    '/sitemap.txt',
    '/card.png',
    `/card/${wallet(1)}.png`,
    `/pyramid/${wallet(1)}.png`,
    `/pyramid/${wallet(1)}.svg`,
    `/api/pyramid?wallet=${wallet(1)}`,
    '/api/proofs',
    '/api/leaderboard',
    '/api/report',
  ];

  test.each(PATHS)('%s answers 405 with Allow: GET, HEAD to other methods', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${server.url}${path}`, { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([
        method,
        405,
        'GET, HEAD',
      ]);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
    }
  });

  test('a range beyond the end of a file gets 416 with the size of the file', async () => {
    const { headers, status } = await fetch(`${server.url}/assets/main.0123abcd.js`, {
      headers: { range: 'bytes=100000-' },
    });
    expect([status, headers.get('content-range')]).toEqual([416, `bytes */${ASSET.length}`]);
  });

  test('the leaderboard has different ETags for different queries', async () => {
    const [one, other] = await Promise.all(
      ['', '?limit=5&window=week'].map(async (query) => {
        const { headers } = await fetch(`${server.url}/api/leaderboard${query}`);
        return headers.get('etag');
      }),
    );
    expect(one).not.toBe(other);
  });

  test.each(WITH_ETAG)('%s answers 304 to its ETag and to *', async (path) => {
    const etag = (await fetch(`${server.url}${path}`)).headers.get('etag') ?? '';
    const ofApache = etag.replace(/"$/, '-gzip"');
    for (const tag of [etag, `W/${etag}`, ofApache, `"other", ${etag}`, '*']) {
      const response = await fetch(`${server.url}${path}`, { headers: { 'if-none-match': tag } });
      expect([tag, response.status]).toEqual([tag, 304]);
    }
  });

  test.each(WITH_ETAG)(
    'a 304 for %s has no length, type or encoding, for GET and HEAD',
    async (path) => {
      for (const method of ['GET', 'HEAD']) {
        const headers = { 'if-none-match': '*' };
        const response = await fetch(`${server.url}${path}`, { method, headers });
        const described = ['content-length', 'content-encoding', 'content-type'];
        const found = described.filter((name) => response.headers.has(name));
        expect([method, response.status, found]).toEqual([method, 304, []]);
      }
    },
  );
});

describe('files', () => {
  test('may be cached for a year if their name has a hash', async () => {
    const response = await fetch(`${server.url}/assets/main.0123abcd.js`);
    expect(await response.text()).toBe(ASSET);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toContain('javascript');
  });

  test('are compressed with gzip if the client accepts only gzip', async () => {
    const { headers } = await getRaw('/assets/main.0123abcd.js', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
  });

  test('must be revalidated if their name has no hash', async () => {
    const response = await fetch(`${server.url}/manifest.webmanifest`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  });

  test('below /assets/ get 404 in plain text if unknown', async () => {
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
  ])('that are not public get 404: %s', async (path) => {
    expect((await getRaw(path, {})).status).toBe(404);
  });
});
