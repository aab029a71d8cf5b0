import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SettableClock } from '../support/settable-clock.js';
import { newSigner, type Signer } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { answerWith, Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const SHARED = '203.0.113.1';

/** Maximum per client and minute, counted separately for wrong answers, check-ins, claims and declines. */
const LIMIT = 30;

let server: TestServer;
let attacker: Visitor;

beforeEach(async () => {
  const settings = { TRUST_PROXY: '1', NEW_WALLETS_PER_ADDRESS: '4' };
  server = await startTestServer(settings, new SettableClock('2026-11-01T12:00:00.000Z'));
  attacker = new Visitor(server.url, SHARED);
});

afterEach(() => server.close());

const newVisitor = (): Visitor => new Visitor(server.url, SHARED);

async function repeat(times: number, send: () => Promise<Response>): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) statuses.push((await send()).status);
  return statuses;
}

async function answerWrongly(visitor: Visitor): Promise<Response> {
  const { nonce } = await visitor.challenge();
  const forged = answerWith(newSigner(), Buffer.from('not the challenge'), nonce);
  return visitor.send('POST', '/api/session', forged);
}

async function signedIn(signer: Signer): Promise<Visitor> {
  const visitor = newVisitor();
  await visitor.signIn(signer);
  return visitor;
}

const claimNew = (visitor: Visitor, name: string): Promise<Response> =>
  visitor.refer(wallet('top'), wallet(name));

describe('a visitor', () => {
  test('signs in although somebody at the same IP address has left 100 challenges unanswered', async () => {
    const ask = () => newVisitor().send('POST', '/api/session/challenge', {});
    expect(new Set(await repeat(100, ask))).toEqual(new Set([201]));
    expect((await newVisitor().answer(newSigner())).status).toBe(201);
  });

  test('signs in although somebody at the same IP address has sent too many wrong answers', async () => {
    const statuses = await repeat(LIMIT + 5, () => answerWrongly(attacker));
    expect(statuses).toEqual([...new Array<number>(LIMIT).fill(401), 429, 429, 429, 429, 429]);
    expect((await newVisitor().answer(newSigner())).status).toBe(201);
  });

  test('signs in although claims from the same IP address have used up the new wallets of the day', async () => {
    for (const name of ['one', 'two', 'three']) await claimNew(attacker, name);
    expect((await claimNew(attacker, 'four')).status).toBe(429);
    const { status } = await newVisitor().answer(newSigner(), wallet('referrer'));
    expect(status).toBe(201);
  });

  test('checks in, claims and declines although somebody at the same IP address has sent too many requests', async () => {
    const [visitor, other] = [await signedIn(newSigner()), await signedIn(newSigner())];
    await repeat(LIMIT + 5, () => other.checkIn());
    await repeat(LIMIT + 5, () => other.send('DELETE', '/api/referral'));
    const claims = await repeat(LIMIT + 5, () => claimNew(attacker, 'one'));
    expect(claims.slice(LIMIT)).toEqual([429, 429, 429, 429, 429]);
    expect((await visitor.checkIn()).status).toBe(200);
    expect((await visitor.send('DELETE', '/api/referral')).status).toBe(204);
    expect((await claimNew(visitor, 'one')).status).toBe(200);
  });

  test('has a separate limit of check-ins: another visitor at the same IP address can still check in', async () => {
    const one = await signedIn(newSigner());
    expect((await repeat(LIMIT + 1, () => one.checkIn())).indexOf(429)).toBe(LIMIT);
    const other = await signedIn(newSigner());
    expect((await other.checkIn()).status).toBe(200);
  });
});
