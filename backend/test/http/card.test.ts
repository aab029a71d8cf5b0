import { describe, expect, jest, test } from '@jest/globals';
import { problemSchema } from '../../src/http/problem.js';
import { ReportRepository } from '../../src/report/report.repository.js';
import { claim } from '../support/api.js';
import { decodePng } from './png.js';
import { IMPOSSIBLE } from '../support/fixture-site.js';
import { newSigner } from '../support/signer.js';
import { sharedServer } from '../support/shared-server.js';
import { startTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const server = sharedServer({ TRUST_PROXY: '1' });

function getCard(file: string): Promise<Response> {
  return fetch(`${server.url}${file}`);
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
    'is a PNG of 1200 × 630: %s',
    async (file) => {
      const response = await getCard(file);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(decodePng(Buffer.from(await response.arrayBuffer()))).toEqual({
        width: 1200,
        height: 630,
      });
    },
  );

  test('of a wallet may be cached for 5 minutes and used by other sites', async () => {
    const { headers } = await getCard(cardOf('kept'));
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  test('of a wallet changes when a recruit is proven, but not when a recruit is claimed', async () => {
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

  test('of the site changes with ?collapse=, ignores an impossible bet, and gets 400 for 21 characters', async () => {
    const site = await etagOf('/card.png');
    const one = await etagOf('/card.png?collapse=day47-2b');
    expect(one).not.toBe(site);
    expect(await etagOf(`/card.png?collapse=${IMPOSSIBLE}`)).toBe(site);
    expect(await etagOf(`/card.png?collapse=${'9'.repeat(21)}`)).toBe('');
    expect((await getCard(`/card.png?collapse=${'9'.repeat(21)}`)).status).toBe(400);
  });

  test('of the report is a PNG of 1200 × 630, differs from the site’s card, and is named on /report', async () => {
    const response = await getCard('/card/report.png');
    expect(decodePng(Buffer.from(await response.arrayBuffer()))).toEqual({
      width: 1200,
      height: 630,
    });
    expect(response.headers.get('etag')).not.toBe(await etagOf('/card.png'));
    expect(await (await fetch(`${server.url}/report`)).text()).toContain('/card/report.png"');
  });

  test('of the report is the site’s card with `no-cache`, if counting does not finish in time', async () => {
    const counting = new Promise<Uint32Array>(() => undefined);
    const pages = jest
      .spyOn(ReportRepository.prototype, 'pages')
      .mockImplementation(async function* () {
        yield await counting;
      });
    const cold = await startTestServer();
    const [one, other] = await Promise.all([1, 2].map(() => fetch(`${cold.url}/card/report.png`)));
    expect(one?.headers.get('etag')).toBe(await etagOf('/card.png'));
    expect(one?.headers.get('cache-control')).toBe('no-cache');
    expect(other?.status).toBe(200);
    expect(pages).toHaveBeenCalledTimes(1);
    await cold.close();
    pages.mockRestore();
  });

  test('answers HEAD with a Content-Length', async () => {
    const response = await fetch(`${server.url}${cardOf(1)}`, { method: 'HEAD' });
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
  });

  test.each([')', '.', '%22', '%E2%80%8B', '.png'])(
    'is also served if its URL has %s appended',
    async (end) => {
      expect(await etagOf(`${cardOf('somebody')}${end}`)).toBe(await etagOf(cardOf('somebody')));
    },
  );

  test.each(['x.png', `${wallet(1)}x.png`, '.png'])(
    'of an invalid wallet gets 400 with a problem document: /card/%s',
    async (file) => {
      const response = await getCard(`/card/${file}`);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect(problemSchema.parse(await response.json()).status).toBe(400);
      expect(response.status).toBe(400);
    },
  );
});

describe('the picture of a pyramid', () => {
  test('is a PNG of 1280 × 1016 that may be cached, and changes when a recruit is claimed', async () => {
    const file = `/pyramid/${wallet('founder')}.png`;
    const response = await getCard(file);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(decodePng(Buffer.from(await response.arrayBuffer()))).toEqual({
      width: 1280,
      height: 1016,
    });
    const etag = response.headers.get('etag') ?? '';
    await claim(server.url, wallet('founder'), wallet('stone'));
    expect(await etagOf(file)).not.toBe(etag);
  });

  test('is also served as an SVG with embedded fonts and a CSP that forbids scripts', async () => {
    const response = await getCard(`/pyramid/${wallet('founder')}.svg`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; font-src data:",
    );
    expect((await response.text()).match(/src:url\(data:font/g)).toHaveLength(3);
  });

  test.each(['nobody.png', 'nobody.svg'])(
    'of an invalid wallet gets 400: /pyramid/%s',
    async (file) => {
      expect((await getCard(`/pyramid/${file}`)).status).toBe(400);
    },
  );
});
