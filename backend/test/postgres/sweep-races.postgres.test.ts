import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { signInResponseSchema } from '../../src/sign-in/sign-in.schema.js';
import { claim, getStats } from '../support/api.js';
import { typeBan } from '../support/postgres/type-ban.js';
import { endClaimsUnder } from '../support/postgres/end-claims.js';
import { SettableClock } from '../support/settable-clock.js';
import { openShell } from '../support/shell.js';
import { newSigner } from '../support/signer.js';
import { createDatabase, type TemporaryDatabase } from '../support/temporary-database.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const REFERRER = wallet('referrer');

const clock = new SettableClock('2026-11-21T12:00:00.000Z');
let database: TemporaryDatabase;
let server: TestServer;
let shell: DataSource;

beforeAll(async () => {
  database = await createDatabase();
  const environment = { DATABASE_URL: database.url, TRUST_PROXY: '1', CLAIM_DAYS: '1' };
  server = await startTestServer(environment, clock);
  shell = await openShell(database.url);
});

afterAll(async () => {
  await shell.destroy();
  await server.close();
  await database.remove();
});

async function whileClaimEnds(
  recruit: string,
  send: () => Promise<Response>,
): Promise<Response | undefined> {
  const [response] = await endClaimsUnder(database.url, [recruit], () => [send()]);
  return response;
}

const act = (action: 'ban' | 'unban', subject: string) => typeBan(shell, action, subject);

const countRows = z.tuple([z.object({ count: z.coerce.number() })]);

async function endedClaims(recruit: string): Promise<number> {
  const sql = 'SELECT count(*) FROM claim_history_entry WHERE recruit = $1';
  return countRows.parse(await shell.query(sql, [recruit]))[0].count;
}

describe('while another process ends the claim on a recruit,', () => {
  test.each([
    ['the referrer of that claim', REFERRER],
    ['another referrer', wallet('another')],
  ])('a sign-in proves a referral by %s', async (_whose, referrer) => {
    const signer = newSigner();
    await claim(server.url, REFERRER, signer.address);
    const visitor = new Visitor(server.url);
    const response = await whileClaimEnds(signer.address, () => visitor.answer(signer, referrer));
    const { referral } = signInResponseSchema.parse(await response?.json());
    expect(referral).toMatchObject({ referrer, status: 'proven', credited: true });
    const stats = await getStats(server.url, signer.address);
    expect(stats).toMatchObject({ referrer, referrerStatus: 'proven' });
    expect(await endedClaims(signer.address)).toBe(1);
  });

  test('a referral posted by a signed-in recruit is proven by the message signed at sign-in', async () => {
    const signer = newSigner();
    const visitor = new Visitor(server.url);
    const referrer = wallet('banned for a while');
    await claim(server.url, referrer, wallet('somebody'));
    await act('ban', referrer);
    expect((await visitor.signIn(signer, referrer)).referral).toBeNull();
    await act('unban', referrer);
    await claim(server.url, referrer, signer.address);
    const response = await whileClaimEnds(signer.address, () =>
      visitor.refer(referrer, signer.address),
    );
    expect(await response?.json()).toMatchObject({ status: 'proven' });
    expect((await getStats(server.url, signer.address)).referrerStatus).toBe('proven');
  });

  test('a claim for another referrer is recorded if the ended claim has expired', async () => {
    const recruit = wallet('expires');
    await claim(server.url, REFERRER, recruit);
    clock.advance(86_400_001);
    const another = wallet('another');
    const response = await whileClaimEnds(recruit, () => claim(server.url, another, recruit));
    expect(response?.status).toBe(201);
    expect((await getStats(server.url, recruit)).referrer).toBe(another);
    expect(await endedClaims(recruit)).toBe(1);
  });
});
