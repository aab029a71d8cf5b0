import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { z } from 'zod';
import { newSigner } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

/** Two loopback addresses that the server counts as separate clients. */
const GREEDY = '127.0.0.2';
const MODEST = '127.0.0.3';

const answerSchema = z.tuple([z.custom<IncomingMessage>()]);

let server: TestServer;

afterEach(() => server.close());

/** Sends a request from a loopback address, reads the answer to its end, and returns the status. */
async function ask(from: string, path: string, body?: object): Promise<number> {
  const asking = request(`${server.url}${path}`, {
    localAddress: from,
    agent: new Agent({ keepAlive: false }),
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
  });
  asking.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = answerSchema.parse(await once(asking, 'response'));
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode ?? 0;
}

const claim = (from: string, recruit: string): Promise<number> =>
  ask(from, '/api/referral', { referrerId: wallet('top'), recruitId: wallet(recruit) });

test('accepts 30 of 300 concurrent claims of one client, and a claim of another client', async () => {
  server = await startTestServer();
  const flood = Array.from({ length: 300 }, (_, index) => claim(GREEDY, `flood ${index}`));
  expect(await claim(MODEST, 'modest')).toBe(201);
  const statuses = await Promise.all(flood);
  expect(statuses.filter((status) => status === 201)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(270);
});

test('answers 20 page loads, 10 cards and 30 claims a minute from one address', async () => {
  server = await startTestServer();
  const builders = Array.from({ length: 10 }, (_, index) => wallet(`builder ${index}`));
  for (const builder of builders) await new Visitor(server.url).signIn(newSigner(), builder);
  const pages = [
    '/',
    `/?ref=${wallet('top')}`,
    '/api/session',
    '/api/leaderboard',
    `/api/referral-stats?wallet=${wallet('top')}`,
    `/api/pyramid?wallet=${wallet('top')}`,
  ];
  for (let visitor = 0; visitor < 20; visitor += 1) {
    const loaded = await Promise.all(pages.map((path) => ask(MODEST, path)));
    expect(loaded).toEqual(pages.map(() => 200));
  }
  for (const builder of builders) expect(await ask(MODEST, `/card/${builder}.png`)).toBe(200);
  for (let friend = 0; friend < 30; friend += 1) {
    expect(await claim(MODEST, `friend ${friend}`)).toBe(201);
  }
});
