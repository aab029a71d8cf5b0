import { afterEach, describe, expect, test } from '@jest/globals';
import { postJson } from '../support/api.js';
import { answerWith, startFakeNode } from '../support/faults/fake-node.js';
import { newSigner } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const TOKEN = 'a-token-of-thirty-two-characters';

let server: TestServer;

afterEach(async () => {
  await server.close();
});

async function ask(headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/metrics`, { headers });
}

async function read(name: string): Promise<number | null> {
  const text = await (await ask()).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? null : Number(line.slice(name.length));
}

describe('the metrics', () => {
  test('count requests by route, not by path', async () => {
    server = await startTestServer();
    for (let index = 0; index < 50; index += 1) {
      await fetch(`${server.url}/api/referral-stats?wallet=${wallet(index)}`);
      await fetch(`${server.url}/card/${wallet(index)}.png`);
      await fetch(`${server.url}/${wallet(index)}`);
      await fetch(`${server.url}/api/${wallet(index)}`, { method: 'DELETE' });
    }
    const text = await (await ask()).text();
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/referral-stats",status="200"} 50',
    );
    for (let index = 0; index < 50; index += 1) expect(text).not.toContain(wallet(index));
    expect(new Set(text.match(/route="[^"]*"/g)).size).toBeLessThanOrEqual(5);
  });

  test('count outcomes of referrals and sign-ins', async () => {
    server = await startTestServer({ TRUST_PROXY: '0' });
    const claims = [
      { referrerId: wallet(1), recruitId: wallet(2) },
      { referrerId: wallet(1), recruitId: wallet(2) },
      { referrerId: wallet(3), recruitId: wallet(2) },
      { referrerId: wallet(3), recruitId: wallet(3) },
    ];
    for (const body of claims) await postJson(`${server.url}/api/referral`, body);
    const visitor = new Visitor(server.url);
    await visitor.signIn(newSigner(), wallet(1));
    await visitor.send('POST', '/api/session', {
      publicKey: wallet(9),
      signedMessage: 'aGk=',
      signature: Buffer.alloc(64).toString('base64'),
      nonce: 'never1ssued',
    });
    const counts = async (metric: string, outcomes: string[]): Promise<(number | null)[]> =>
      Promise.all(
        outcomes.map((outcome) => read(`pyramidion_${metric}_total{outcome="${outcome}"}`)),
      );
    expect(await counts('referrals', ['claimed', 'unchanged', 'refused', 'proven'])).toEqual([
      1, 1, 2, 1,
    ]);
    expect(await counts('sign_ins', ['opened', 'refused'])).toEqual([1, 1]);
  });

  test('count commits and rejected writes, and show 0 waiting writes if none waits', async () => {
    server = await startTestServer();
    const before = (await read('pyramidion_write_commit_seconds_count')) ?? 0;
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        postJson(`${server.url}/api/referral`, {
          referrerId: wallet('top'),
          recruitId: wallet(index),
        }),
      ),
    );
    expect(await read('pyramidion_write_commit_seconds_count')).toBeGreaterThan(before);
    expect(await read('pyramidion_write_waiting')).toBe(0);
    await server.database.writer.close();
    await postJson(`${server.url}/api/referral`, { referrerId: wallet(1), recruitId: wallet(2) });
    expect(await read('pyramidion_write_refused_total{reason="closing"}')).toBe(1);
  });

  test('count answers of /api/rpc by outcome: node, cache or fault', async () => {
    const node = await startFakeNode();
    server = await startTestServer({ SOLANA_RPC_URL: node.url });
    const balanceOf = (name: string): unknown => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'getBalance',
      params: [wallet(name)],
    });
    const send = async (name: string): Promise<Response> =>
      postJson(`${server.url}/api/rpc`, balanceOf(name));
    node.behave(answerWith({ context: { slot: 1 }, value: 7 }));
    await send('asked twice');
    await send('asked twice');
    await node.close();
    await send('asked in vain');
    for (const outcome of ['node', 'cache', 'fault']) {
      expect(await read(`pyramidion_rpc_total{outcome="${outcome}"}`)).toBe(1);
    }
  });

  test('start the counts of referrals, sign-ins, /api/rpc and rejected writes at 0', async () => {
    server = await startTestServer();
    for (const name of [
      ...['claimed', 'proven', 'unchanged', 'refused', 'unavailable', 'broken'].map(
        (outcome) => `pyramidion_referrals_total{outcome="${outcome}"}`,
      ),
      ...['opened', 'refused', 'unavailable', 'broken'].map(
        (outcome) => `pyramidion_sign_ins_total{outcome="${outcome}"}`,
      ),
      ...['cache', 'node', 'fault'].map((outcome) => `pyramidion_rpc_total{outcome="${outcome}"}`),
      ...['closing', 'queueFull', 'unavailable'].map(
        (reason) => `pyramidion_write_refused_total{reason="${reason}"}`,
      ),
    ]) {
      expect([name, await read(name)]).toEqual([name, 0]);
    }
  });

  test('include the event loop’s delay, the memory, and the size of the database', async () => {
    server = await startTestServer();
    expect(await read('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    expect(await read('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(await read('pyramidion_storage_bytes{part="database"}')).toBeGreaterThanOrEqual(4_096);
  });
});

describe('access to the metrics', () => {
  async function statusWith(
    environment: Record<string, string>,
    headers: Record<string, string>,
  ): Promise<number> {
    server = await startTestServer({ METRICS_TOKEN: TOKEN, ...environment });
    return (await ask(headers)).status;
  }

  const bearer = { authorization: `Bearer ${TOKEN}` };
  const PUBLIC = { PUBLIC_ORIGIN: 'https://pyramidion.example' };

  test('is allowed from loopback without the token if the site is neither public nor behind a proxy', async () => {
    expect(await statusWith({}, {})).toBe(200);
  });

  test.each([
    ['a public site', PUBLIC],
    ['a site with a proxy in front', { TRUST_PROXY: '1' }],
  ])('needs the token on %s, even from loopback', async (_site, environment) => {
    expect(await statusWith(environment, {})).toBe(403);
    expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(403);
    expect((await ask({ authorization: `Bearer ${TOKEN.replace('a', 'b')}` })).status).toBe(403);
    expect((await ask(bearer)).status).toBe(200);
  });

  test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'is denied to a request with %s and without the token',
    async (header) => {
      expect(await statusWith({}, { [header]: '127.0.0.1' })).toBe(403);
    },
  );

  test('is denied on a public site without METRICS_TOKEN, even for the token "null", "undefined" or ""', async () => {
    server = await startTestServer(PUBLIC);
    for (const authorization of ['Bearer null', 'Bearer ', 'Bearer undefined', '']) {
      expect((await ask({ authorization })).status).toBe(403);
    }
  });
});
