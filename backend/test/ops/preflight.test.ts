import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Endpoint } from '../../src/core/endpoint.js';
import { examineSite } from '../../src/ops/preflight.js';
import { Settings } from '../../src/settings.js';
import { answerWithAccount, startFakeNode } from '../support/faults/fake-node.js';
import { callOps } from '../support/call-ops.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { wallet } from '../support/wallets.js';

const SITE = new URL('https://pyramidion.example');

let server: TestServer;

afterEach(async () => {
  jest.restoreAllMocks();
  await server.close();
});

function putBehindProxy(): void {
  const send = globalThis.fetch;
  jest.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
    const { protocol, host, pathname } = new URL(
      address instanceof Request ? address.url : address,
    );
    if (protocol === 'http:') {
      const location = `https://${host}${pathname}`;
      return Promise.resolve(new Response(null, { status: 308, headers: { location } }));
    }
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), 'x-forwarded-host': host };
    return send(`${server.url}${pathname}`, { ...init, headers });
  });
}

async function wrongs(site: URL, nodes: readonly Endpoint[] = []): Promise<[string, string][]> {
  const report = await examineSite(site, nodes);
  return report.flatMap(({ check, wrong }) => (wrong === null ? [] : [[check, wrong]]));
}

describe('preflight', () => {
  test('rejects an origin without http or https, and says what to name', async () => {
    server = await startTestServer();
    for (const origin of ['localhost:3000', 'pyramidion.example', 'ftp://pyramidion.example']) {
      expect(await callOps(server.databaseUrl, ['preflight', origin])).toEqual({
        status: 1,
        stdout: '',
        stderr: `error: ${origin} is not an http or https URL: name the site, such as https://pyramidion.example\n`,
      });
    }
  });

  test('finds no problem with a correctly configured public site', async () => {
    server = await startTestServer({
      PUBLIC_ORIGIN: SITE.origin,
      TRUST_PROXY: '1',
      SECURITY_CONTACT: 'mailto:guard@pyramidion.example',
    });
    putBehindProxy();
    expect(await wrongs(SITE)).toEqual([]);
  });

  test('lists the problems of a site on plain http that is not at PUBLIC_ORIGIN', async () => {
    server = await startTestServer({ PUBLIC_ORIGIN: 'http://localhost:3000', TRUST_PROXY: '1' });
    expect(await wrongs(new URL(server.url))).toEqual([
      ['https', expect.stringContaining('on https only')],
      ['sign-in names this host', expect.stringContaining('set PUBLIC_ORIGIN')],
      ['card for messengers', expect.stringContaining('set PUBLIC_ORIGIN')],
      ['security contact', expect.stringContaining('set SECURITY_CONTACT')],
    ]);
  });

  test('names the status of a security contact that is not answered now', async () => {
    server = await startTestServer();
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 503 }));
    expect(await wrongs(SITE)).toContainEqual([
      'security contact',
      '/.well-known/security.txt answers 503',
    ]);
  });

  test('checks the redirect from http only if https uses port 443', async () => {
    server = await startTestServer();
    putBehindProxy();
    const checksOf = async (origin: string) =>
      (await examineSite(new URL(origin), [])).map(({ check }) => check);
    expect(await checksOf(SITE.origin)).toContain('redirect from http');
    expect(await checksOf(`${SITE.origin}:8443`)).not.toContain('redirect from http');
    expect(await checksOf('http://pyramidion.example')).not.toContain('redirect from http');
  });

  test('reports that the mint named on the pages does not exist on chain', async () => {
    const mint = wallet('mint');
    server = await startTestServer({ TOKEN_MINT: mint });
    const node = await startFakeNode();
    node.behave(answerWithAccount(null));
    try {
      const { solanaNodes } = new Settings({ SOLANA_RPC_URL: node.url });
      expect(await wrongs(new URL(server.url), solanaNodes)).toContainEqual([
        'mint on its pages',
        expect.stringContaining(`${mint} does not exist on chain`),
      ]);
    } finally {
      await node.close();
    }
  });

  test('reports a site that cannot be reached', async () => {
    server = await startTestServer();
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('connect ECONNREFUSED'));
    const found = await wrongs(SITE);
    expect(found).toHaveLength(9);
    expect(found[0]).toEqual(['https', 'no answer (connect ECONNREFUSED)']);
  });
});
