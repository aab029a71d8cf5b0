import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { Clock } from '../../src/core/clock.js';
import { Notifier } from '../../src/operator/notifier.js';
import { Watch } from '../../src/operator/watch.js';
import { Settings } from '../../src/settings.js';
import { portOf } from '../support/port-of.js';
import {
  answerWith,
  startFakeNode,
  type Behaviour,
  type FakeNode,
} from '../support/faults/fake-node.js';
import { callOps } from '../support/call-ops.js';
import { NODE_FAULTS } from '../support/faults/node-faults.js';
import { recordLog, type RecordedLog } from '../support/recorded-log.js';
import { wallet } from '../support/wallets.js';

const methodOf = (call: unknown): string => z.object({ method: z.string() }).parse(call).method;

const HEALTHY: Behaviour = (response, call) =>
  answerWith({ context: { slot: 1 }, value: methodOf(call) === 'getBalance' ? 7 : [] })(
    response,
    call,
  );
const FAILING = NODE_FAULTS.get('status 403') ?? HEALTHY;

const REJECTIONS: ReadonlyMap<number, Readonly<Record<string, string>>> = new Map([
  [302, { location: '/elsewhere' }],
]);

const testNotice = (environment: NodeJS.ProcessEnv) =>
  callOps('sqlite:none', ['notify', '--test'], environment);

const LOOKS = 3;

describe('NOTIFY_URL', () => {
  let receiver: Server;
  let node: FakeNode;
  let notices: unknown[];
  let answer: (response: ServerResponse) => void;
  let recorded: RecordedLog;
  let time: number;
  let backupProblem: string | null;
  let databaseFault: Error | null;

  beforeEach(async () => {
    [notices, recorded, time] = [[], recordLog(), 1_000];
    [backupProblem, databaseFault] = [null, null];
    answer = (response) => response.end('ok');
    jest.spyOn(performance, 'now').mockImplementation(() => time);
    node = await startFakeNode();
    node.behave(HEALTHY);
    receiver = createServer((request, response) => {
      void text(request).then((body) => {
        if (request.url === '/notices') notices.push(JSON.parse(body));
        answer(response);
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    receiver.close();
    receiver.closeAllConnections();
    await node.close();
  });

  const address = (path: string): string => `http://127.0.0.1:${portOf(receiver)}${path}`;

  function notifier({ count = 0, nodes = node.url, notify = address('/notices') } = {}): Notifier {
    const settings = new Settings({
      NOTIFY_URL: notify,
      PUBLIC_ORIGIN: 'https://pyramidion.example',
      SOLANA_RPC_URL: nodes,
      TOKEN_MINT: wallet('mint'),
    });
    const check = () =>
      databaseFault === null ? Promise.resolve() : Promise.reject(databaseFault);
    const current = () => Promise.resolve('');
    const backups = { findProblem: () => backupProblem, seen: [] };
    const watch = new Watch(settings, { check }, backups, { current });
    const suspects = { read: () => Promise.resolve(count) };
    return new Notifier(settings, watch, suspects, new Clock(), recorded.log);
  }

  async function look(watch: Notifier, times = 1): Promise<void> {
    for (let looks = 0; looks < times; looks += 1) {
      await watch.run();
      time += 20_000;
    }
  }

  const noticesOf = (...events: readonly (readonly [event: string, state: string])[]) =>
    events.map(([event, state]) => expect.objectContaining({ event, state }));

  test('gets one notice when backups fail, and one when they succeed again', async () => {
    const watch = notifier();
    await look(watch);
    expect(notices).toEqual([]);
    backupProblem = 'no space';
    await look(watch, 2);
    backupProblem = null;
    await look(watch, 2);
    expect(notices).toEqual(noticesOf(['backup', 'problem'], ['backup', 'over']));
  });

  test('gets a notice if the database or the node fails three times in a row, but not if it fails twice', async () => {
    const watch = notifier();
    await look(watch, 2);
    databaseFault = new Error('locked');
    node.behave(FAILING);
    time += 60_000;
    await look(watch, LOOKS - 1);
    databaseFault = null;
    node.behave(HEALTHY);
    await look(watch);
    expect(notices).toEqual([]);
    databaseFault = new Error('locked');
    node.behave(FAILING);
    time += 60_000;
    await look(watch, LOOKS);
    expect(notices).toEqual(noticesOf(['write', 'problem'], ['node', 'problem']));
    databaseFault = null;
    node.behave(HEALTHY);
    time += 60_000;
    await look(watch, LOOKS - 1);
    expect(notices).toHaveLength(2);
    await look(watch);
    expect(notices.slice(2)).toEqual(noticesOf(['write', 'over'], ['node', 'over']));
  });

  test('gets the cause of a node’s problem, but not the text of the node’s answer', async () => {
    node.behave((response) => response.writeHead(401).end('invalid api key secret'));
    await look(notifier({ nodes: `${node.url}, http://127.0.0.1:2` }), LOOKS);
    expect(JSON.stringify(notices)).toContain(
      `Every Solana node fails: balances may be missing. ${new URL(node.url).host}: status 401; 127.0.0.1:2: connect ECONNREFUSED`,
    );
    expect(JSON.stringify(notices)).not.toContain('secret');
  });

  test('gets no notice while one of two nodes answers', async () => {
    await look(notifier({ nodes: `http://127.0.0.1:2, ${node.url}` }), 2 * LOOKS);
    expect(notices).toEqual([]);
  });

  test('gets a notice of suspects', async () => {
    await look(notifier({ count: 2 }), 2);
    expect(notices).toEqual(noticesOf(['suspects', 'problem']));
  });

  test.each([500, 302])(
    'causes one log line while it answers %s, and gets the notice repeatedly until it answers 200',
    async (wrong) => {
      const watch = notifier({ count: 1 });
      answer = (response) =>
        response.writeHead(wrong, REJECTIONS.get(wrong)).end('no notices here');
      await look(watch, 12);
      const [line, ...others] = recorded.saying('a notice could not be posted');
      expect(others).toEqual([]);
      expect(line?.error).toMatch(
        wrong === 302 ? /status 302, a redirect to another path$/ : new RegExp(`status ${wrong}$`),
      );
      expect(notices).toHaveLength(4);
      answer = (response) => response.end();
      await look(watch, 6);
      notices.length = 0;
      await look(watch, 6);
      expect(notices).toEqual([]);
    },
  );

  test('gets a test notice from ops notify --test, which shows the answer', async () => {
    const sent = await testNotice({ NOTIFY_URL: address('/notices') });
    expect([sent.status, notices]).toEqual([0, [expect.objectContaining({ event: 'test' })]]);
    expect(sent.stdout).toBe('Posted to NOTIFY_URL in the format json. Answer: status 200\n');
  });

  test('is named, without its secret, in the error of ops notify if it answers 404', async () => {
    answer = (response) => response.writeHead(404).end('Cannot POST /hooks/secret-of-the-hook');
    const { status, stderr } = await testNotice({
      NOTIFY_URL: address('/hooks/secret-of-the-hook'),
      NOTIFY_FORMAT: 'discord',
    });
    expect([status, stderr]).toEqual([
      2,
      'error: NOTIFY_URL did not accept the notice (format discord): status 404\n',
    ]);
  });

  test('is named in the error of ops notify if it cannot be reached', async () => {
    const { status, stderr } = await testNotice({
      NOTIFY_URL: 'http://user:secret@127.0.0.1:2/secret',
    });
    expect([status, stderr]).toEqual([
      2,
      'error: NOTIFY_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:2\n',
    ]);
  });

  test('is named in the error of ops notify if it is not set', async () => {
    const { status, stderr } = await testNotice({});
    expect([status, stderr]).toEqual([2, 'error: NOTIFY_URL is not set: set it, then try again\n']);
  });
});
