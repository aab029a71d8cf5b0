import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Connection, PublicKey } from '@solana/web3.js';
import { Registry } from 'prom-client';
import { z } from 'zod';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { Clock } from '../../src/core/clock.js';
import { RpcService } from '../../src/rpc/rpc.service.js';
import { Upstream } from '../../src/rpc/upstream.js';
import { Settings } from '../../src/settings.js';
import { collectGarbage } from '../support/collect-garbage.js';
import { postJson } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { answerWith, startFakeNode, type FakeNode } from '../support/faults/fake-node.js';
import { NODE_FAULTS, SILENCE } from '../support/faults/node-faults.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { recordLog, type RecordedLog } from '../support/recorded-log.js';
import { SettableClock } from '../support/settable-clock.js';
import { wallet } from '../support/wallets.js';

let node: FakeNode;
let server: TestServer;
let fresh = 0;

/** Result of `performance.now()`. lru-cache would never expire an entry of time 0. */
let time = 1_000;

function* spaces(): Generator<string, void> {
  for (;;) yield ' '.repeat(100_000);
}

beforeAll(async () => {
  jest.spyOn(performance, 'now').mockImplementation(() => time);
  node = await startFakeNode();
  server = await startTestServer({
    SOLANA_RPC_URL: node.url,
    SOLANA_RPC_CALLS_PER_SECOND: '1000',
    TOKEN_MINT: wallet('mint'),
    TRUST_PROXY: '1',
  });
});

afterAll(async () => {
  await server.close();
  await node.close();
  jest.restoreAllMocks();
});

beforeEach(() => {
  node.calls.length = 0;
  node.behave(answerWith({ context: { slot: 1 }, value: 7 }));
});

function freshWallet(): string {
  fresh += 1;
  return wallet(`fresh ${fresh}`);
}

function getBalance(address: string, id: string | number = 'a'): unknown {
  return {
    jsonrpc: '2.0',
    id,
    method: 'getBalance',
    params: [address, { commitment: 'processed' }],
  };
}

function getTokenAccounts(filter: unknown, options: unknown = { encoding: 'jsonParsed' }): unknown {
  return {
    jsonrpc: '2.0',
    id: 5,
    method: 'getTokenAccountsByOwner',
    params: [freshWallet(), filter, options],
  };
}

function getTokenAccountsOf(address: string, id: string | number = 'a'): unknown {
  const params = [address, { mint: wallet('mint') }, { encoding: 'jsonParsed' }];
  return { jsonrpc: '2.0', id, method: 'getTokenAccountsByOwner', params };
}

function resultOf<Value>(value: Value) {
  return { context: { slot: 1 }, value };
}

/** A token account in a node's `jsonParsed` answer. */
function tokenAccount(amount: unknown) {
  const tokenAmount = { amount, decimals: 6, uiAmount: 1.5, uiAmountString: '1.5' };
  const info = { isNative: false, mint: wallet('mint'), owner: wallet('owner'), tokenAmount };
  return {
    ...readAccount(amount),
    data: { program: 'spl-token', parsed: { type: 'account', info }, space: 165 },
    space: 165,
  };
}

/** The account that the server returns for {@link tokenAccount}. */
function readAccount(amount: unknown) {
  const parsed = { info: { tokenAmount: { amount, decimals: 6 } } };
  return {
    data: { program: 'spl-token', parsed, space: 165 },
    executable: false,
    lamports: 2_039_280,
    owner: wallet('token program'),
    rentEpoch: 361,
  };
}

async function ask(body: unknown): Promise<unknown> {
  const response = await postJson(`${server.url}/api/rpc`, body);
  expect(response.status).toBe(200);
  return response.json();
}

/** Makes the call after cached failures have expired. */
async function expectValue(body: unknown, value: unknown): Promise<void> {
  time += 1_000;
  expect(await ask(body)).toMatchObject({ result: { value } });
}

async function postAs(address: string, body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(`${server.url}/api/rpc`, init)).status;
}

async function withServer(
  settings: Record<string, string>,
  work: (send: (call?: unknown) => Promise<unknown>, log: RecordedLog) => Promise<void>,
  clock = new Clock(),
): Promise<void> {
  const log = recordLog();
  const other = await startTestServer({ TRUST_PROXY: '1', ...settings }, clock, log.log);
  const send = async (call = getBalance(freshWallet())): Promise<unknown> =>
    (await postJson(`${other.url}/api/rpc`, call)).json();
  await work(send, log);
  await other.close();
}

const failed = (code: number, id: unknown = null) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.any(String) },
});

describe('POST /api/rpc', () => {
  test('calls getBalance with commitment confirmed, even if the client asks for processed', async () => {
    const address = freshWallet();
    expect(await ask(getBalance(address))).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: { context: { slot: 1 }, value: 7 },
    });
    expect(node.calls).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'getBalance',
        params: [address, { commitment: 'confirmed' }],
      },
    ]);
  });

  test('requests a mint’s token accounts as jsonParsed, with commitment confirmed', async () => {
    node.behave(answerWith(resultOf([])));
    await ask(
      getTokenAccounts(
        { mint: wallet('mint') },
        { encoding: 'jsonParsed', commitment: 'finalized' },
      ),
    );
    expect(node.calls).toMatchObject([
      {
        params: [
          expect.any(String),
          { mint: wallet('mint') },
          { commitment: 'confirmed', encoding: 'jsonParsed' },
        ],
      },
    ]);
  });

  test('forwards concurrent equal calls only once, and answers a later equal call from the cache', async () => {
    const address = freshWallet();
    await Promise.all(Array.from({ length: 20 }, (_, id) => ask(getBalance(address, id))));
    expect(await ask(getBalance(address, 'later'))).toMatchObject({
      id: 'later',
      result: { value: 7 },
    });
    expect(node.calls).toHaveLength(1);
  });

  test('splits a batch, and answers each valid call under its id', async () => {
    const answers = await ask([
      getBalance(freshWallet(), 1),
      { nonsense: true },
      getBalance(freshWallet(), 3),
    ]);
    expect(answers).toMatchObject([
      { id: 1, result: { value: 7 } },
      failed(-32600),
      { id: 3, result: { value: 7 } },
    ]);
    expect(node.calls).toHaveLength(2);
  });

  test.each([
    ['cut JSON', '{"jsonrpc":', -32700],
    ['an empty body', '', -32700],
    ['an object that is not a call', {}, -32600],
    ['params that are text', { jsonrpc: '2.0', id: 1, method: 'getBalance', params: 'x' }, -32600],
    ['an id above 2^53', '{"jsonrpc":"2.0","id":9007199254740993,"method":"getBalance"}', -32600],
    ['an id with a fraction', { jsonrpc: '2.0', id: 1.5, method: 'getBalance' }, -32600],
    ['an empty batch', [], -32600],
    ['a batch of 11', Array.from({ length: 11 }, () => ({ id: 1 })), -32600],
  ])('rejects %s', async (_what, body, code) => {
    expect(await ask(body)).toEqual(failed(code));
    expect(node.calls).toEqual([]);
  });

  test.each(['getLatestBlockhash', 'sendTransaction', 'requestAirdrop', 'toString', '__proto__'])(
    'does not forward %s',
    async (method) => {
      expect(await ask({ jsonrpc: '2.0', id: 9, method, params: [] })).toEqual(failed(-32601, 9));
      expect(node.calls).toEqual([]);
    },
  );

  test.each([
    ['no mint', { programId: wallet('program') }, { encoding: 'jsonParsed' }],
    ['an invalid mint', { mint: 'x' }, { encoding: 'jsonParsed' }],
    [
      'a mint and a program',
      { mint: wallet('mint'), programId: wallet('p') },
      { encoding: 'jsonParsed' },
    ],
    ['a mint other than TOKEN_MINT', { mint: wallet('another mint') }, { encoding: 'jsonParsed' }],
    ['the encoding base64', { mint: wallet('mint') }, { encoding: 'base64' }],
    [
      'the option minContextSlot',
      { mint: wallet('mint') },
      { encoding: 'jsonParsed', minContextSlot: 7 },
    ],
  ])('rejects a call for token accounts with %s', async (_what, filter, options) => {
    expect(await ask(getTokenAccounts(filter, options))).toEqual(failed(-32602, 5));
    expect(node.calls).toEqual([]);
  });

  test.each([
    ['params by name', { wallet: wallet(1) }],
    ['an unknown option', [wallet(1), { minContextSlot: 7 }]],
  ])('rejects a call for a balance with %s, under the call’s id', async (_what, params) => {
    const call = { jsonrpc: '2.0', id: 5, method: 'getBalance', params };
    expect(await ask(call)).toEqual(failed(-32602, 5));
    expect(node.calls).toEqual([]);
  });

  test('rejects a call for token accounts if TOKEN_MINT is not set', async () => {
    await withServer({ SOLANA_RPC_URL: node.url }, async (send) => {
      expect(await send(getTokenAccounts({ mint: wallet('mint') }))).toEqual(failed(-32602, 5));
      expect(node.calls).toEqual([]);
    });
  });

  test('rejects a call without an id', async () => {
    const call = { jsonrpc: '2.0', method: 'getBalance', params: [freshWallet()] };
    expect(await ask(call)).toEqual(failed(-32600));
    expect(node.calls).toEqual([]);
  });

  test('returns an id of 2^53 - 1 unchanged', async () => {
    const { id } = z
      .object({ id: z.number() })
      .parse(await ask(getBalance(freshWallet(), Number.MAX_SAFE_INTEGER)));
    expect(id).toBe(9_007_199_254_740_991);
  });

  test('returns the code -32602 of a node’s error, but not its message', async () => {
    node.behave((response) => {
      const error = {
        code: -32602,
        message: 'Invalid param: could not find mint at http://secret',
      };
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }));
    });
    const answer = await ask(getTokenAccounts({ mint: wallet('mint') }));
    expect(answer).toEqual(failed(-32602, 5));
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  test.each(Array.from(NODE_FAULTS))(
    'returns a JSON-RPC error under the call’s id if the node sends %s',
    async (_what, behaviour) => {
      node.behave(behaviour);
      const address = freshWallet();
      const response = await postJson(`${server.url}/api/rpc`, getBalance(address, 'mine'));
      const text = await response.text();
      expect(JSON.parse(text)).toEqual(failed(-32000, 'mine'));
      expect(`${text}${JSON.stringify([...response.headers])}`).not.toMatch(/secret|127\.0\.0\.1/);
      node.behave(answerWith(resultOf(8)));
      await expectValue(getBalance(address), 8);
    },
  );

  test.each([
    ['null', getBalance, null],
    ['a bare number', getBalance, 7],
    ['an object for a balance', getBalance, resultOf({ lamports: 'many' })],
    ['a negative balance', getBalance, resultOf(-1)],
    ['a balance without a slot', getBalance, { value: 7 }],
    ['a balance for token accounts', getTokenAccountsOf, resultOf(7)],
    ['accounts without an address', getTokenAccountsOf, resultOf([{ account: tokenAccount('7') }])],
    [
      'accounts with only an address',
      getTokenAccountsOf,
      resultOf([{ pubkey: wallet('account') }]),
    ],
  ])(
    'rejects a malformed result such as %s, and does not cache it',
    async (_what, question, wrong) => {
      const address = freshWallet();
      node.behave(answerWith(wrong));
      expect(await ask(question(address, 'mine'))).toEqual(failed(-32000, 'mine'));
      const right = question === getBalance ? resultOf(8) : resultOf([]);
      node.behave(answerWith(right));
      await expectValue(question(address), right.value);
    },
  );

  test('omits fields of a token account, such as its mint', async () => {
    const read = resultOf([{ pubkey: wallet('account'), account: readAccount('1500000') }]);
    const value = [{ pubkey: wallet('account'), account: tokenAccount('1500000') }];
    node.behave(answerWith({ context: { apiVersion: '2.1.0', slot: 1 }, value }));
    const answer = await ask(getTokenAccountsOf(freshWallet(), 1));
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, result: read });
  });

  test.each(['9007199254740993', '18446744073709551615'])(
    'returns the balance %s as JavaScript rounds it',
    async (balance) => {
      node.behave((response) =>
        response.end(`{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":1},"value":${balance}}}`),
      );
      const answer = await ask(getBalance(freshWallet()));
      expect(answer).toMatchObject({ result: { value: Number(balance) } });
    },
  );

  test('returns balances and token accounts that @solana/web3.js can parse', async () => {
    const connection = new Connection(`${server.url}/api/rpc`, {
      commitment: 'confirmed',
      httpAgent: false,
      fetch,
    });
    const owner = new PublicKey(freshWallet());
    expect(await connection.getBalance(owner)).toBe(7);
    const account = { ...tokenAccount('1500000'), rentEpoch: 2 ** 64 };
    node.behave(answerWith(resultOf([{ pubkey: wallet('account'), account }])));
    const mint = new PublicKey(wallet('mint'));
    const { value } = await connection.getParsedTokenAccountsByOwner(owner, { mint });
    expect(value).toMatchObject([
      { account: { data: { parsed: { info: { tokenAmount: { amount: '1500000' } } } } } },
    ]);
  });

  describe('large answers', () => {
    const endless = (response: ServerResponse): void => {
      Readable.from(spaces())
        .on('error', () => undefined)
        .pipe(response);
    };

    const accounts = (amount: number) =>
      answerWith(
        resultOf(
          Array.from({ length: amount }, () => ({
            pubkey: wallet('account'),
            account: tokenAccount('1500000'),
          })),
        ),
      );

    test.each([
      ['the node sends over 1 MiB', accounts(2_500)],
      ['the node’s answer never ends', endless],
      ['the result has over 256 KiB', accounts(1_000)],
    ])('cause an error if %s, but the node stays in use', async (_what, behaviour) => {
      const next = await startFakeNode();
      const settings = { SOLANA_RPC_URL: `${node.url}, ${next.url}`, TOKEN_MINT: wallet('mint') };
      await withServer(settings, async (send, log) => {
        node.behave(behaviour);
        expect(await send(getTokenAccountsOf(freshWallet(), 1))).toEqual(failed(-32_050, 1));
        node.behave(answerWith(resultOf(8)));
        expect(await send()).toMatchObject({ result: { value: 8 } });
        expect([node.calls.length, next.calls.length]).toEqual([2, 0]);
        expect(log.saying('The Solana node did not answer')).toEqual([]);
      });
      await next.close();
    });

    test('are limited in total for a batch of ten equal calls', async () => {
      node.behave(accounts(700));
      const address = freshWallet();
      const batch = Array.from({ length: 10 }, (_, id) => getTokenAccountsOf(address, String(id)));
      const text = await (await postJson(`${server.url}/api/rpc`, batch)).text();
      expect(text.length).toBeLessThan(300_000);
      const answers = z.array(z.looseObject({ id: z.string() })).parse(JSON.parse(text));
      expect(answers.map(({ id }) => id)).toEqual(batch.map((_, id) => String(id)));
      expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(1);
      expect(answers.at(-1)).toEqual(failed(-32_050, '9'));
    });

    test('do not replace the error of a later call in a batch', async () => {
      node.behave(accounts(700));
      const address = freshWallet();
      const large = ['1', '2'].map((id) => getTokenAccountsOf(address, id));
      const answers = z.array(z.unknown()).parse(await ask([...large, { nonsense: true }]));
      expect(answers.slice(1)).toEqual([failed(-32_050, '2'), failed(-32_600)]);
    });

    test('are cached, and the oldest of 40 is evicted', async () => {
      node.behave(accounts(800));
      const wallets = Array.from({ length: 40 }, freshWallet);
      for (const each of wallets) await ask(getTokenAccountsOf(each));
      node.calls.length = 0;
      await ask(getTokenAccountsOf(wallets.at(-1) ?? ''));
      expect(node.calls).toHaveLength(0);
      await ask(getTokenAccountsOf(wallets[0] ?? ''));
      expect(node.calls).toHaveLength(1);
    });
  });

  test.each([null, 7, { units: '7' }, undefined])(
    'returns null for the token amount %j, which is not text, and another account’s amount unchanged',
    async (amount) => {
      const accounts = (of: (amount: unknown) => object, amounts: readonly unknown[]) =>
        amounts.map((each) => ({ pubkey: wallet('account'), account: of(each) }));
      node.behave(answerWith(resultOf(accounts(tokenAccount, [amount, '1500000']))));
      await expectValue(
        getTokenAccountsOf(freshWallet()),
        accounts(readAccount, [null, '1500000']),
      );
    },
  );

  test.each([
    ['a readAt time', '{"slot":1,"readAt":"2026-11-21T10:42:00.000Z"}'],
    ['an additional megabyte', `{"slot":1,"more":"${'x'.repeat(1_000_000)}"}`],
    ['200,000 nested arrays', `{"slot":1,"more":${'['.repeat(2e5)}${']'.repeat(2e5)}}`],
  ])('omits %s from a node’s answer', async (_what, context) => {
    node.behave((response) =>
      response.end(`{"jsonrpc":"2.0","id":1,"result":{"context":${context},"value":7}}`),
    );
    expect(await ask(getBalance(freshWallet(), 1))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: resultOf(7),
    });
  });

  test('answers with an error while the node is down, and with the balance afterwards', async () => {
    const address = freshWallet();
    await node.close();
    expect(await ask(getBalance(address, 1))).toEqual(failed(-32000, 1));
    await node.reopen();
    await expectValue(getBalance(address), 7);
  });

  test('gives up on a node that never answers', async () => {
    node.behave(SILENCE);
    expect(await ask(getBalance(freshWallet(), 1))).toEqual(failed(-32000, 1));
  });

  test('does not send X-Forwarded-For to the node', async () => {
    await postAs('192.0.2.4', getBalance(freshWallet()));
    expect(node.headers.at(-1)).not.toHaveProperty('x-forwarded-for');
  });

  test('counts each call of a batch toward the rate limit', async () => {
    const batch = () => Array.from({ length: 10 }, () => getBalance(freshWallet()));
    const statuses: number[] = [];
    for (let index = 0; index < 13; index += 1) statuses.push(await postAs('192.0.2.2', batch()));
    expect(statuses).toEqual([...new Array<number>(12).fill(200), 429]);
    expect(node.calls).toHaveLength(120);
  });

  test('runs at most 4 calls of a client concurrently, and lets 16 wait', async () => {
    const held: ServerResponse[] = [];
    node.behave((response) => held.push(response));
    const batch = () => Array.from({ length: 10 }, () => getBalance(freshWallet()));
    const greedy = Array.from({ length: 3 }, () => postAs('192.0.2.3', batch()));
    await eventually(() => Promise.resolve(node.calls.length), 4);
    const answer = answerWith(resultOf(7));
    node.behave(answer);
    expect(await ask(getBalance(freshWallet()))).toMatchObject({ result: { value: 7 } });
    for (const response of held) answer(response, null);
    expect(await Promise.all(greedy)).toEqual([200, 200, 200]);
    expect(node.calls).toHaveLength(21);
  });

  test('answers any number of concurrent equal calls of a client by one call', async () => {
    const settings = new Settings({ SOLANA_RPC_URL: node.url });
    const upstream = new Upstream(settings, recordLog().log);
    const rpc = new RpcService(upstream, new Clock(), settings, new Registry());
    const call = getBalance(freshWallet());
    const client = { network: '192.0.2.5', prefix: null };
    const answers = await Promise.all(Array.from({ length: 40 }, () => rpc.answer(call, client)));
    const good = JSON.stringify({ jsonrpc: '2.0', id: 'a', result: resultOf(7) });
    expect(answers).toEqual(answers.map(() => good));
    expect(node.calls).toHaveLength(1);
  });

  test('answers a call while an equal call of another client waits for its turn, and shares the answer', async () => {
    const held: ServerResponse[] = [];
    node.behave((response) => held.push(response));
    const address = freshWallet();
    const strange = Array.from({ length: 9 }, (_, id) =>
      getBalance(id < 4 ? freshWallet() : address, id),
    );
    const waiting = ask(strange);
    await eventually(() => Promise.resolve(held.length), 4);
    const answer = answerWith(resultOf(7));
    node.behave(answer);
    expect(await ask(getBalance(address))).toMatchObject({ result: { value: 7 } });
    for (const response of held) answer(response, null);
    expect(await waiting).toMatchObject(strange.map((_, id) => ({ id, result: { value: 7 } })));
    expect(node.calls).toHaveLength(5);
  });

  test('rejects a call that waited 15 s for its turn, without calling the node', async () => {
    const held: ServerResponse[] = [];
    node.behave((response) => held.push(response));
    const batch = ask(Array.from({ length: 5 }, (_, id) => getBalance(freshWallet(), id)));
    await eventually(() => Promise.resolve(held.length), 4);
    time += 15_000;
    const answer = answerWith(resultOf(7));
    node.behave(answer);
    for (const response of held) answer(response, null);
    expect(await batch).toMatchObject([
      ...Array.from({ length: 4 }, (_, id) => ({ id, result: { value: 7 } })),
      failed(-32000, 4),
    ]);
    expect(node.calls).toHaveLength(4);
  });

  describe('with SOLANA_RPC_CALLS_PER_SECOND', () => {
    const startFrugal = (perSecond: string): Promise<TestServer> =>
      startTestServer({
        SOLANA_RPC_URL: node.url,
        SOLANA_RPC_CALLS_PER_SECOND: perSecond,
        TRUST_PROXY: '1',
      });

    test('lets calls wait for the next second, and rejects calls that wait too long', async () => {
      const frugal = await startFrugal('1');
      node.behave((response, call) => {
        if (node.calls.length === 2) time += 10_000;
        answerWith(resultOf(7))(response, call);
      });
      const questions = Array.from({ length: 10 }, async () =>
        (await postJson(`${frugal.url}/api/rpc`, getBalance(freshWallet()))).json(),
      );
      const refused = (await Promise.all(questions)).filter((each) =>
        JSON.stringify(each).includes('too many open calls'),
      );
      expect(node.calls.length).toBeGreaterThanOrEqual(2);
      expect(node.calls.length + refused.length).toBe(10);
      expect(refused.length).toBeGreaterThanOrEqual(1);
      await frugal.close();
    });

    test('answers a visitor while an attacker uses up the quota', async () => {
      const frugal = await startFrugal('2');
      const ask = (address: string, from: string): Promise<Response> =>
        fetch(`${frugal.url}/api/rpc`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
          body: JSON.stringify(getBalance(address)),
        });
      const honest = freshWallet();
      const answer = new Promise<Response>((resolve) => {
        node.behave((response, call) => {
          if (node.calls.length === 2) resolve(ask(honest, '192.0.2.1'));
          answerWith(resultOf(7))(response, call);
        });
      });
      const attack = Array.from({ length: 20 }, () => ask(freshWallet(), '192.0.2.66'));
      expect(await (await answer).json()).toMatchObject({ result: { value: 7 } });
      const order = node.calls.map((call) => JSON.stringify(call).includes(honest));
      expect(order.indexOf(true)).toBeLessThan(20);
      time += 10_000;
      await Promise.all(attack);
      await frugal.close();
    });
  });

  test('asks the next node if a node fails, and skips the failed node for a while', async () => {
    const next = await startFakeNode();
    await withServer({ SOLANA_RPC_URL: `${node.url}, ${next.url}` }, async (send, log) => {
      next.behave(answerWith(resultOf(8)));
      expect(await send()).toMatchObject({ result: { value: 7 } });
      expect(next.calls).toHaveLength(0);
      node.behave((response) => response.writeHead(500).end());
      expect(await send()).toMatchObject({ result: { value: 8 } });
      expect(await send()).toMatchObject({ result: { value: 8 } });
      expect([node.calls.length, next.calls.length]).toEqual([2, 2]);
      node.behave(answerWith(resultOf(7)));
      next.behave((response) => response.writeHead(429).end());
      expect(await send()).toMatchObject({ error: { code: -32_000 } });
      expect(await send()).toMatchObject({ result: { value: 7 } });
      expect(log.saying('The Solana node did not answer')).toHaveLength(2);
    });
    await next.close();
  });

  test('asks the next node if a node stays silent, and skips the silent node for a while', async () => {
    const [second, third] = [await startFakeNode(), await startFakeNode()];
    const settings = { SOLANA_RPC_URL: [node, second, third].map(({ url }) => url).join() };
    await withServer(settings, async (send, log) => {
      node.behave(SILENCE);
      second.behave(answerWith(resultOf(9)));
      const collecting = setInterval(collectGarbage, 200);
      expect(await send()).toMatchObject({ result: { value: 9 } });
      expect(await send()).toMatchObject({ result: { value: 9 } });
      clearInterval(collecting);
      expect([node, second, third].map(({ calls }) => calls.length)).toEqual([1, 2, 0]);
      expect(log.saying('The Solana node did not answer')).toMatchObject([
        { fault: 'no answer in time' },
      ]);
    });
    await Promise.all([second, third].map((each) => each.close()));
  });

  test('sends the credentials of a node’s URL as Basic authorization, and logs the status if the node rejects them', async () => {
    const address = node.url.replace('http://', 'http://user:p%40ss@');
    await withServer({ SOLANA_RPC_URL: address }, async (send, log) => {
      node.behave((response) => response.writeHead(401).end('user:p@ss has no key secret'));
      await send();
      expect(node.headers.at(-1)?.authorization).toBe(`Basic ${btoa('user:p@ss')}`);
      expect(log.saying('The Solana node did not answer')).toMatchObject([{ fault: 'status 401' }]);
    });
  });

  test('if the node fails, returns a result from a minute ago with its time, or an error if there is no earlier result', async () => {
    const clock = new SettableClock('2026-11-21T10:42:00.000Z');
    const whileSilent = async (send: (call: unknown) => Promise<unknown>): Promise<void> => {
      const read = freshWallet();
      expect(await send(getBalance(read))).toMatchObject({ result: resultOf(7) });
      node.behave((response) => response.writeHead(500).end());
      clock.advance(60_000);
      time += 60_000;
      const old = { context: { slot: 1, readAt: '2026-11-21T10:42:00.000Z' }, value: 7 };
      expect(await send(getBalance(read))).toEqual({ jsonrpc: '2.0', id: 'a', result: old });
      expect(await send(getBalance(freshWallet()))).toMatchObject({ error: { code: -32_000 } });
      node.behave(answerWith(resultOf(8)));
      time += 60_000;
      expect(await send(getBalance(read))).toMatchObject({ result: resultOf(8) });
    };
    await withServer({ SOLANA_RPC_URL: node.url }, whileSilent, clock);
  });

  test('after a failed call, sends no equal call to the node for a moment', async () => {
    node.behave((response) => response.writeHead(500).end());
    const address = freshWallet();
    for (let index = 0; index < 3; index += 1) await ask(getBalance(address));
    expect(node.calls).toHaveLength(1);
  });

  test('gives a /48 eight times the rate limit of a /64', async () => {
    const batch = new Array<unknown>(10).fill({ jsonrpc: '2.0', id: 1, method: 'none' });
    let letIn = 0;
    for (let index = 0; index < 110; index += 1) {
      if ((await postAs(`2001:db8:1:${index.toString(16)}::1`, batch)) === 200) letIn += 1;
    }
    expect(letIn).toBe(96);
  });
});
