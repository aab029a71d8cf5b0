import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { probesFor } from '../../src/rpc/json-rpc.js';
import { findNodeProblems } from '../../src/rpc/node-health.js';
import { Upstream } from '../../src/rpc/upstream.js';
import { Settings } from '../../src/settings.js';
import { answerWith, startFakeNode, type FakeNode } from '../support/faults/fake-node.js';
import { recordLog } from '../support/recorded-log.js';
import { wallet } from '../support/wallets.js';

const CLIENT = { network: '192.0.2.1', prefix: null };

const MINT = wallet('mint');

/** Number of opposite results in a row that change the judgement. */
const LOOKS = 3;

describe('the judgement of a node', () => {
  let node: FakeNode;
  let settings: Settings;
  let upstream: Upstream;
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
    upstream = new Upstream(settings, recordLog().log);
  });

  afterEach(() => node.close());

  /** Makes the two calls that a visitor's page makes, then returns the problem without sending probes. */
  async function visitAndLook(): Promise<string | null | undefined> {
    for (const request of probesFor(MINT)) await upstream.ask(request, CLIENT);
    const [state] = await upstream.look(false);
    return state?.problem;
  }

  test('follows from the calls of visitors, without probes', async () => {
    expect(await upstream.look(false)).toEqual([{ host: new URL(node.url).host }]);
    expect(node.calls).toEqual([]);
    expect(await visitAndLook()).toBeNull();
    rejectedMethod = 'getTokenAccountsByOwner';
    const problems: unknown[] = [];
    for (let looks = 0; looks < LOOKS; looks += 1) problems.push(await visitAndLook());
    expect(problems).toEqual([null, null, 'status 403']);
    expect(node.calls).toHaveLength(2 * (1 + LOOKS));
  });

  test('says after three looks that the node does not know TOKEN_MINT', async () => {
    node.behave((response) => {
      const error = { code: -32_602, message: 'Invalid param: could not find mint' };
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }));
    });
    for (let looks = 1; looks < LOOKS; looks += 1) expect(await visitAndLook()).toBeNull();
    expect(await visitAndLook()).toBe('it does not know TOKEN_MINT');
  });

  test('by a running server is used by ops, which probes only nodes that the server has not judged', async () => {
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
