import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { z } from 'zod';
import { problemSchema } from '../../src/http/problem.js';
import { SettableClock } from '../support/settable-clock.js';
import { newSigner } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { answerWith, Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';
import { select } from '../../src/database/reader.js';

const START = '2026-11-01T21:30:00.000Z';

let server: TestServer;
let clock: SettableClock;

beforeEach(async () => {
  clock = new SettableClock(START);
  server = await startTestServer({ TRUST_PROXY: '1', NEW_WALLETS_PER_ADDRESS: '4' }, clock);
});

afterEach(() => server.close());

function claimFrom(address: string, referrer: string, recruit: string): Promise<Response> {
  return fetch(`${server.url}/api/referral`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ referrerId: wallet(referrer), recruitId: wallet(recruit) }),
  });
}

const statusFrom = async (address: string, referrer: string, recruit: string): Promise<number> =>
  (await claimFrom(address, referrer, recruit)).status;

async function countWallets(): Promise<number> {
  const sql = 'SELECT count(*) AS wallets FROM wallet';
  const [row] = await select(
    server.database.reading,
    z.object({ wallets: z.coerce.number() }),
    sql,
  );
  return row?.wallets ?? 0;
}

const TOO_MANY =
  'Too many new wallets from your address today: come back after midnight UTC, in about 3 h. Wallets that were here before can still sign in.';

test('the server rejects new wallets of claims beyond the limit of an IP address, until the next UTC day', async () => {
  const visitor = new Visitor(server.url);
  for (const name of ['one', 'two', 'three']) {
    expect((await visitor.refer(wallet('top'), wallet(name))).status).toBe(201);
  }
  const claimed = await visitor.refer(wallet('top'), wallet('four'));
  expect([claimed.status, claimed.headers.get('retry-after')]).toEqual([429, '9000']);
  expect(problemSchema.parse(await claimed.json()).detail).toBe(TOO_MANY);
  expect(await countWallets()).toBe(4);
  clock.advance(9_000_000);
  expect((await visitor.refer(wallet('top'), wallet('four'))).status).toBe(201);
});

test('the limit counts the new wallets of two concurrent equal claims only once', async () => {
  const address = '192.0.2.1';
  const statuses = await Promise.all([1, 2].map(() => statusFrom(address, 'top', 'one')));
  expect(statuses.toSorted()).toEqual([200, 201]);
  expect(await statusFrom(address, 'another top', 'another one')).toBe(201);
  expect(await statusFrom(address, 'top', 'two')).toBe(429);
});

test('the limit counts the new referrer of two concurrent claims only once', async () => {
  const address = '192.0.2.1';
  const statuses = await Promise.all(
    ['one', 'two'].map((recruit) => statusFrom(address, 'top', recruit)),
  );
  expect(statuses).toEqual([201, 201]);
  expect(await statusFrom(address, 'top', 'three')).toBe(201);
  expect(await countWallets()).toBe(4);
  expect(await statusFrom(address, 'top', 'four')).toBe(429);
});

test('the limit does not count the new referrer of a sign-in that proves no referral', async () => {
  const [visitor, recruit] = [new Visitor(server.url), newSigner()];
  for (const name of ['first', 'second', 'third']) await visitor.signIn(recruit, wallet(name));
  expect(await countWallets()).toBe(2);
  await visitor.signIn(newSigner());
  await visitor.signIn(newSigner());
  expect((await visitor.answer(newSigner())).status).toBe(429);
});

test('the server rejects new wallets of sign-ins beyond a separate limit, until the next UTC day', async () => {
  const visitor = new Visitor(server.url);
  for (const name of ['one', 'two', 'three']) await visitor.refer(wallet('top'), wallet(name));
  expect((await visitor.refer(wallet('top'), wallet('four'))).status).toBe(429);
  await visitor.signIn(newSigner(), wallet('another top'));
  await visitor.signIn(newSigner());
  await visitor.signIn(newSigner());
  const signedIn = await visitor.answer(newSigner());
  expect([signedIn.status, signedIn.headers.get('retry-after')]).toEqual([429, '9000']);
  expect(problemSchema.parse(await signedIn.json()).detail).toBe(TOO_MANY);
  clock.advance(9_000_000);
  expect((await visitor.answer(newSigner())).status).toBe(201);
});

test('the limit of new wallets rejects neither a sign-in of a known wallet nor claims between known wallets', async () => {
  const [visitor, known, recruit] = [new Visitor(server.url), newSigner(), newSigner()];
  for (const signer of [known, recruit, newSigner(), newSigner()]) await visitor.signIn(signer);
  for (const name of ['one', 'two', 'three', 'four']) {
    expect((await visitor.refer(known.address, wallet(name))).status).toBe(201);
  }
  expect((await visitor.answer(newSigner())).status).toBe(429);
  expect((await visitor.refer(wallet('three'), wallet('five'))).status).toBe(429);
  expect((await visitor.refer(wallet('one'), recruit.address)).status).toBe(201);
  expect((await visitor.refer(wallet('one'), known.address)).status).toBe(422);
  expect((await visitor.refer(wallet('two'), wallet('three'))).status).toBe(409);
  const { referral } = await visitor.signIn(known, wallet('new referrer'));
  expect(referral).toEqual({
    referrer: wallet('new referrer'),
    status: 'proven',
    credited: true,
    logIndex: 0,
  });
});

test('the last new wallet of the day may name a new referrer', async () => {
  const visitor = new Visitor(server.url);
  for (const signer of [newSigner(), newSigner(), newSigner()]) await visitor.signIn(signer);
  const { referral } = await visitor.signIn(newSigner(), wallet('new referrer'));
  expect(referral).toMatchObject({ referrer: wallet('new referrer'), credited: true });
  expect((await visitor.answer(newSigner())).status).toBe(429);
});

test('repeated claims, rejected claims and wrong answers do not count toward the limit of new wallets', async () => {
  const address = '203.0.113.1';
  for (let times = 0; times < 3; times += 1) await claimFrom(address, 'top', 'one');
  expect(await statusFrom(address, 'top', 'top')).toBe(422);
  for (let times = 0; times < 3; times += 1) {
    expect(await statusFrom(address, `rival ${times}`, 'one')).toBe(409);
  }
  const visitor = new Visitor(server.url);
  for (let times = 0; times < 5; times += 1) {
    const { nonce } = await visitor.challenge(wallet('top'));
    const forged = answerWith(newSigner(), Buffer.from('not the challenge'), nonce);
    expect((await visitor.send('POST', '/api/session', forged)).status).toBe(401);
  }
  expect((await visitor.answer(newSigner(), wallet('first'))).status).toBe(201);
  expect((await visitor.answer(newSigner(), wallet('second'))).status).toBe(201);
  expect((await visitor.answer(newSigner())).status).toBe(429);
  expect(await statusFrom(address, 'top', 'two')).toBe(201);
  expect(await statusFrom(address, 'two', 'three')).toBe(201);
  expect(await statusFrom(address, 'three', 'four')).toBe(429);
});

test('concurrent claims from an IP address add no more wallets than the limit', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      statusFrom('203.0.113.2', `referrer ${index}`, `recruit ${index}`),
    ),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(2);
  expect(await countWallets()).toBe(4);
});
