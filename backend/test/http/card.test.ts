import { Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { CardRenderer } from '../../src/card/card-renderer.js';
import { CostlyReads } from '../../src/http/costly-reads.js';
import { problemSchema } from '../../src/http/problem.js';
import { RateLimiters } from '../../src/http/rate-limiter.js';
import { claim } from '../support/api.js';
import { decodePng } from './png.js';
import { IMPOSSIBLE } from '../support/fixture-site.js';
import { newSigner } from '../support/signer.js';
import { sharedServer } from '../support/shared-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const server = sharedServer({ TRUST_PROXY: '1' });

function getCard(file: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}${file}`, { headers });
}

function cardOf(name: string | number): string {
  return `/card/${wallet(name)}.png`;
}

async function etagOf(file: string): Promise<string> {
  const response = await getCard(file);
  await response.arrayBuffer();
  return response.headers.get('etag') ?? '';
}

describe('a card', () => {
  test.each([cardOf('nobody has heard of me'), '/card.png'])(
    '%s is a PNG of 1200 × 630',
    async (file) => {
      const response = await getCard(file);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(decodePng(Buffer.from(await response.arrayBuffer()))).toEqual({
        width: 1200,
        height: 630,
      });
    },
  );

  test('may be cached for 5 minutes and used by other sites, and is 304 when unchanged', async () => {
    const file = cardOf('kept');
    const { headers } = await getCard(file);
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const again = await getCard(file, { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('of a wallet changes when a recruit is proven, but not when one is claimed', async () => {
    const builder = newSigner();
    const file = `/card/${builder.address}.png`;
    const none = await etagOf(file);
    expect(await etagOf(file)).toBe(none);

    await claim(server.url, builder.address, wallet('claimed'));
    expect(await etagOf(file)).toBe(none);

    await new Visitor(server.url).signIn(newSigner(), builder.address);
    const ranked = await etagOf(file);
    expect(ranked).not.toBe(none);

    await claim(server.url, builder.address, wallet('claimed too'));
    expect(await etagOf(file)).toBe(ranked);
  });

  test('of a wallet is the site’s card if no recruit is proven', async () => {
    const site = await etagOf('/card.png');
    await claim(server.url, wallet('hopeful'), wallet('hopeful recruit'));
    expect(await etagOf(cardOf('hopeful'))).toBe(site);
    expect(await etagOf(cardOf('unheard of'))).toBe(site);
  });

  test('of the site changes with a collapse, ignores an impossible one, and is 400 if it is too long', async () => {
    const site = await etagOf('/card.png');
    const one = await etagOf('/card.png?collapse=day47-2b');
    expect(one).not.toBe(site);
    expect(await etagOf(`/card.png?collapse=${IMPOSSIBLE}`)).toBe(site);
    expect(await etagOf(`/card.png?collapse=${'9'.repeat(21)}`)).toBe('');
    expect((await getCard(`/card.png?collapse=${'9'.repeat(21)}`)).status).toBe(400);
  });

  test('of the report is a PNG of 1200 × 630, differs from the site’s card, and is named by its page', async () => {
    const response = await getCard('/card/report.png');
    expect(decodePng(Buffer.from(await response.arrayBuffer()))).toEqual({
      width: 1200,
      height: 630,
    });
    expect(response.headers.get('etag')).not.toBe(await etagOf('/card.png'));
    expect(await (await fetch(`${server.url}/report`)).text()).toContain('/card/report.png"');
  });

  test('answers HEAD', async () => {
    const response = await fetch(`${server.url}${cardOf(1)}`, { method: 'HEAD' });
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
  });

  test.each([')', '.', '%22', '%E2%80%8B', '.png'])(
    'is found under a URL that ends in %s',
    async (end) => {
      expect(await etagOf(`${cardOf('somebody')}${end}`)).toBe(await etagOf(cardOf('somebody')));
    },
  );

  test.each(['x.png', `${wallet(1)}x.png`, '.png'])(
    'is a 400 problem document for /card/%s',
    async (file) => {
      const response = await getCard(`/card/${file}`);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect(problemSchema.parse(await response.json()).status).toBe(400);
      expect(response.status).toBe(400);
    },
  );
});

describe('the picture of a pyramid', () => {
  test('is a PNG of 1280 × 1016 that may be cached, and changes with a recruit', async () => {
    const file = `/pyramid/${wallet('founder')}.png`;
    const response = await getCard(file);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(decodePng(Buffer.from(await response.arrayBuffer()))).toEqual({
      width: 1280,
      height: 1016,
    });
    const etag = response.headers.get('etag') ?? '';
    expect((await getCard(file, { 'if-none-match': etag })).status).toBe(304);
    await claim(server.url, wallet('founder'), wallet('stone'));
    expect(await etagOf(file)).not.toBe(etag);
  });

  test('is also an SVG with embedded fonts and a CSP against scripts, and 304 if unchanged', async () => {
    const response = await getCard(`/pyramid/${wallet('founder')}.svg`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    const again = await getCard(`/pyramid/${wallet('founder')}.svg`, {
      'if-none-match': response.headers.get('etag') ?? '',
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; font-src data:",
    );
    expect((await response.text()).match(/src:url\(data:font/g)).toHaveLength(3);
  });

  test.each(['nobody.png', 'nobody.svg'])(
    'is 400 for /pyramid/%s, which is not a wallet',
    async (file) => {
      expect((await getCard(`/pyramid/${file}`)).status).toBe(400);
    },
  );
});

describe('the card renderer', () => {
  const FREE = new RateLimiters({ rateLimitPool: null }, '', { callsFactor: 2 });

  function openRenderer(): CardRenderer {
    const site = { toSvg: () => '', fontFolder: '/folder/of/no/fonts' };
    return new CardRenderer(site, new CostlyReads(FREE));
  }

  function svg(width: number): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="6" />`;
  }

  /** Returns a request of the client at an address. */
  const from = (ip: string) => ({ ip, socket: new Socket() });

  test('draws a picture once for concurrent requests', async () => {
    const renderer = openRenderer();
    const cards = await Promise.all(
      Array.from({ length: 50 }, (_, index) => renderer.draw(svg(1), from(`10.0.0.${index}`))),
    );
    expect(new Set(cards).size).toBe(1);
    expect(await renderer.draw(svg(2), from('10.0.0.1'))).not.toBe(cards[0]);
  });

  test('draws 20 of 60 cards that one client requests at once, and every card of 60 other clients', async () => {
    const renderer = openRenderer();
    const greedy = Array.from({ length: 60 }, (_, index) =>
      renderer.draw(svg(1 + index), from('10.0.0.1')),
    );
    const others = Array.from({ length: 60 }, (_, index) =>
      renderer.draw(svg(100 + index), from(`10.0.1.${index}`)),
    );
    const settled = await Promise.allSettled(greedy);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await Promise.all(others)).toHaveLength(60);
    await expect(renderer.draw(svg(60), from('10.0.0.1'))).resolves.toHaveProperty('png');
  });
});
