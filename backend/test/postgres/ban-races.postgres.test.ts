import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { claim, getStats } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { SettableClock } from '../support/settable-clock.js';
import { openShell } from '../support/shell.js';
import { newSigner, type Signer } from '../support/signer.js';
import { createDatabase, type TemporaryDatabase } from '../support/temporary-database.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { typeBan } from '../support/postgres/type-ban.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const clock = new SettableClock('2026-11-21T12:00:00.000Z');
let database: TemporaryDatabase;
let server: TestServer;
let shell: DataSource;
let watch: DataSource;

beforeAll(async () => {
  database = await createDatabase();
  server = await startTestServer({ DATABASE_URL: database.url, TRUST_PROXY: '1' }, clock);
  shell = await openShell(database.url);
  watch = await openShell(database.url);
});

afterAll(async () => {
  await shell.destroy();
  await watch.destroy();
  await server.close();
  await database.remove();
});

const waitingRows = z.array(z.object({ n: z.coerce.number() }));
const WAITING = `SELECT count(*) AS n FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Bans a wallet in a transaction with the write lock, and commits when the request of `start` waits for the lock. */
async function banWhileWaitedFor<T>(subject: string, start: () => Promise<T>): Promise<T> {
  await shell.query('BEGIN');
  await shell.query('SELECT pg_advisory_xact_lock(20563, 1)');
  await typeBan(shell, 'ban', subject);
  const started = start();
  await eventually(async () => waitingRows.parse(await watch.query(WAITING))[0]?.n, 1);
  await shell.query('COMMIT');
  return started;
}

/** Claims the signer's wallet, so that it is known before it signs in. */
async function claimed(signer: Signer): Promise<Signer> {
  await claim(server.url, wallet('somebody'), signer.address);
  return signer;
}

describe('a ban that commits while a request waits for the write lock', () => {
  test('rejects a claim for the banned referrer, and does not record it', async () => {
    await claim(server.url, wallet('referrer'), wallet('before'));
    const { status } = await banWhileWaitedFor(wallet('referrer'), () =>
      claim(server.url, wallet('referrer'), wallet('after')),
    );
    expect(status).toBe(422);
    expect((await getStats(server.url, wallet('after'))).referrer).toBeNull();
  });

  test('rejects the sign-in of the banned wallet', async () => {
    const signer = await claimed(newSigner());
    const visitor = new Visitor(server.url);
    const { status } = await banWhileWaitedFor(signer.address, () => visitor.answer(signer));
    expect(status).toBe(403);
  });

  test('lets the banned recruit make a claim with its session, but no proof', async () => {
    const [visitor, signer, referrer] = [new Visitor(server.url), newSigner(), wallet('former')];
    await claim(server.url, referrer, wallet('another'));
    await typeBan(shell, 'ban', referrer);
    expect((await visitor.signIn(signer, referrer)).referral).toBeNull();
    await typeBan(shell, 'unban', referrer);
    const response = await banWhileWaitedFor(signer.address, () =>
      visitor.refer(referrer, signer.address),
    );
    expect(await response.json()).toMatchObject({ status: 'claimed' });
    expect(await getStats(server.url, referrer)).toMatchObject({ provenRecruits: 0 });
  });

  test('rejects the check-in of the banned wallet, and ends its session', async () => {
    const signer = await claimed(newSigner());
    const visitor = new Visitor(server.url);
    await visitor.signIn(signer);
    clock.advance(86_400_000);
    const { status } = await banWhileWaitedFor(signer.address, () => visitor.checkIn());
    expect(status).toBe(403);
    expect((await visitor.session()).wallet).toBeNull();
  });
});
