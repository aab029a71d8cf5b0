import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { Endpoint } from '../../src/core/endpoint.js';
import { findNodeProblems, WatchedNode } from '../../src/rpc/node-health.js';
import { Settings } from '../../src/settings.js';
import { answerWith, startFakeNode, type FakeNode } from '../support/faults/fake-node.js';
import { wallet } from '../support/wallets.js';

const MINT = wallet('mint');

const LOOKS = 3;

describe('the verdict on a node', () => {
  let node: FakeNode;
  let settings: Settings;
  let watched: WatchedNode;
  let time: number;
  let rejectedMethod: string | null;

  beforeEach(async () => {
    rejectedMethod = null;
    node = await startFakeNode();
    node.behave((response, call) => {
      const { method } = z.object({ method: z.string() }).parse(call);
      const value = method === 'getBalance' ? 7 : [];
      if (method === rejectedMethod) response.writeHead(403).end('not in your plan');
      else answerWith({ context: { slot: 1 }, value })(response, call);
    });
    settings = new Settings({ SOLANA_RPC_URL: node.url, TOKEN_MINT: MINT });
    watched = new WatchedNode(new Endpoint(node.url), MINT);
    time = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => time);
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await node.close();
  });

  async function lookLater(): Promise<string | null | undefined> {
    time += 60_000;
    await watched.look();
    return watched.state.problem;
  }

  test('changes after three probes in a row contradict it; each probe makes two calls', async () => {
    expect(watched.state).toEqual({ host: new URL(node.url).host });
    expect(await lookLater()).toBeNull();
    rejectedMethod = 'getTokenAccountsByOwner';
    const problems: unknown[] = [];
    for (let looks = 0; looks < LOOKS; looks += 1) problems.push(await lookLater());
    expect(problems).toEqual([null, null, 'status 403']);
    expect(node.calls).toHaveLength(2 * (1 + LOOKS));
  });

  test('is kept for a minute without another probe if the last probe agreed with it', async () => {
    await lookLater();
    time += 59_999;
    await watched.look();
    expect(node.calls).toHaveLength(2);
  });

  test('says after three probes that the node does not know TOKEN_MINT', async () => {
    node.behave((response) => {
      const error = { code: -32_602, message: 'Invalid param: could not find mint' };
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }));
    });
    for (let looks = 1; looks < LOOKS; looks += 1) expect(await lookLater()).toBeUndefined();
    expect(await lookLater()).toBe('it does not know TOKEN_MINT');
  });

  test('is read by ops from a running server; nodes without a verdict are probed', async () => {
    const { host } = new URL(node.url);
    const known = [{ host, problem: 'status 429' }];
    expect(await findNodeProblems(settings, known)).toEqual(known);
    expect(await findNodeProblems(settings, [{ host, problem: null }])).toEqual([
      { host, problem: null },
    ]);
    expect(node.calls).toEqual([]);
    for (const unknown of [[], [{ host }], [{ host: 'other.example', problem: 'status 429' }]]) {
      expect(await findNodeProblems(settings, unknown)).toEqual([{ host, problem: null }]);
    }
    expect(node.calls).toHaveLength(6);
  });
});
