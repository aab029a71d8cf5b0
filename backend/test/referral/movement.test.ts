import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { movementSchema } from '../../src/referral-stats/referral-stats.schema.js';
import { claim } from '../support/api.js';
import { insertMany } from '../support/data/insert-many.js';
import { SettableClock } from '../support/settable-clock.js';
import { newSigner } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const BEFORE = '2026-11-20T12:00:00.000Z';
const AWAY = '2026-11-20T13:00:00.000Z';
const AFTER = '2026-11-21T12:00:00.000Z';

const [me, rival, early, late, contested] = [
  newSigner(),
  newSigner(),
  newSigner(),
  newSigner(),
  newSigner(),
];

let server: TestServer;
let clock: SettableClock;

beforeEach(async () => {
  clock = new SettableClock(BEFORE);
  server = await startTestServer({ TRUST_PROXY: '1' }, clock);
});

afterEach(async () => {
  await server.close();
});

async function movementSince(since: string) {
  const query = new URLSearchParams({ wallet: me.address, since });
  const answer = await fetch(`${server.url}/api/referral-stats/since?${query.toString()}`);
  return movementSchema.parse(await answer.json());
}

test('tells who joined, who proved, and whose claim went to somebody else’s proof since a time', async () => {
  await claim(server.url, me.address, early.address);
  await claim(server.url, me.address, contested.address);
  expect(await movementSince(BEFORE.replace('12:', '11:'))).toEqual({
    joined: 2,
    proven: 0,
    lost: 0,
  });
  expect(await movementSince(AWAY)).toEqual({ joined: 0, proven: 0, lost: 0 });

  clock.set(AFTER);
  const signIn = (signer: typeof me, referrer: string) =>
    new Visitor(server.url).signIn(signer, referrer);
  await signIn(early, me.address);
  await signIn(late, me.address);
  await signIn(contested, rival.address);
  expect(await movementSince(AWAY)).toEqual({ joined: 1, proven: 2, lost: 1 });
  expect(await movementSince(AFTER)).toEqual({ joined: 0, proven: 0, lost: 0 });
});

test('a claim that gave way to newer ones is not lost when its recruit proves it after all', async () => {
  await claim(server.url, me.address, early.address);
  clock.set(AFTER);
  await insertMany(
    server.database.writer,
    'ended_claim (recruit, referrer, claimed_at, reason, ended_at)',
    [[early.address, me.address, BEFORE, 'displaced', AFTER]],
  );
  await new Visitor(server.url).signIn(early, me.address);
  expect(await movementSince(AWAY)).toEqual({ joined: 1, proven: 1, lost: 0 });
});

test.each([
  '',
  'wallet=x&since=2026-11-20T12:00:00.000Z',
  `wallet=${me.address}`,
  `wallet=${me.address}&since=soon`,
])('?%s is 400', async (query) => {
  expect((await fetch(`${server.url}/api/referral-stats/since?${query}`)).status).toBe(400);
});
