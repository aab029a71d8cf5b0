import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { claim } from '../support/api.js';
import { SettableClock } from '../support/settable-clock.js';
import { newSigner, type Signer } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const clock = new SettableClock('2026-11-01T12:00:00.000Z');

let server: TestServer;
let recruit: Signer;

const closeCycle = async (): Promise<number> =>
  (await claim(server.url, recruit.address, wallet('top'))).status;

const closeOtherCycle = async (): Promise<number> =>
  (await claim(server.url, wallet('other one'), wallet('other top'))).status;

beforeEach(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' }, clock);
  recruit = newSigner();
  await claim(server.url, wallet('top'), recruit.address);
  await claim(server.url, wallet('other top'), wallet('other one'));
  for (let times = 0; times < 2; times += 1) {
    expect([await closeCycle(), await closeOtherCycle()]).toEqual([422, 422]);
  }
});

afterEach(() => server.close());

/** Ways to end the referral that would form the cycle with the rejected claim. */
const ENDINGS: Readonly<Record<string, () => Promise<unknown>>> = {
  'a wallet of its chain has declined': async () => {
    const visitor = new Visitor(server.url);
    await visitor.signIn(recruit);
    await visitor.send('DELETE', '/api/referral');
  },
  'a wallet of its chain has proven another referrer': () =>
    new Visitor(server.url).signIn(recruit, wallet('another')),
  'the operator has revoked a referral of its chain': () =>
    new ModerationService(server.database.writer, clock).revoke(recruit.address, 'why'),
};

test.each(Object.keys(ENDINGS))(
  'a claim that was rejected as a cycle is accepted after %s, and a claim that closes another cycle is not',
  async (ending) => {
    await ENDINGS[ending]?.();
    expect([await closeCycle(), await closeOtherCycle()]).toEqual([201, 422]);
  },
);

test('a claim that was rejected as a cycle gets 409 once its recruit has another referrer', async () => {
  expect((await claim(server.url, wallet('other'), wallet('top'))).status).toBe(201);
  expect(await closeCycle()).toBe(409);
});
