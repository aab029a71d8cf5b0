import { afterEach, describe, expect, test } from '@jest/globals';
import type { Ask } from '../../src/ops/preflight.js';
import { examineSite } from '../../src/ops/preflight.js';
import type { TestServer } from '../support/test-server.js';
import { startTestServer } from '../support/test-server.js';

const SITE = new URL('https://pyramidion.example');

let server: TestServer;

afterEach(async () => {
  await server.close();
});

/** The server behind a proxy for https, which leads there from http. */
const behindProxy: Ask = async (address, init) => {
  const { protocol, host, pathname } = new URL(address);
  if (protocol === 'http:') {
    return new Response(null, { status: 308, headers: { location: `https://${host}${pathname}` } });
  }
  return fetch(`${server.url}${pathname}`, {
    redirect: 'manual',
    ...init,
    headers: { ...Object.fromEntries(new Headers(init?.headers)), 'x-forwarded-host': host },
  });
};

async function wrongs(site: URL, ask?: Ask): Promise<[string, string][]> {
  const report = await examineSite(site, ask);
  return report.flatMap(({ check, wrong }) => (wrong === null ? [] : [[check, wrong]]));
}

describe('preflight', () => {
  test('finds nothing wrong with a public site that is set up whole', async () => {
    server = await startTestServer({
      PUBLIC_ORIGIN: SITE.origin,
      TRUST_PROXY: '1',
      SECURITY_CONTACT: 'mailto:guard@pyramidion.example',
    });
    expect(await wrongs(SITE, behindProxy)).toEqual([]);
  });

  test('says of a site under another name, on plain http, what Phantom and messengers object to', async () => {
    server = await startTestServer({ PUBLIC_ORIGIN: 'http://localhost:3000', TRUST_PROXY: '1' });
    expect(await wrongs(new URL(server.url))).toEqual([
      ['https', expect.stringContaining('on https only')],
      ['sign-in names this host', expect.stringContaining('set PUBLIC_ORIGIN')],
      ['card for messengers', expect.stringContaining('set PUBLIC_ORIGIN')],
      ['whom to tell of a weakness', expect.stringContaining('set SECURITY_CONTACT')],
    ]);
  });

  test('says of a site that nobody reaches that nothing answers', async () => {
    server = await startTestServer();
    const nowhere: Ask = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const found = await wrongs(SITE, nowhere);
    expect(found).toHaveLength(8);
    expect(found[0]).toEqual(['https', 'no answer (connect ECONNREFUSED)']);
  });
});
