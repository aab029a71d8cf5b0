import { describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { z } from 'zod';
import { insertRows } from '../support/data/insert-many.js';
import { ExpirySweep } from '../../src/sign-in/expiry-sweep.js';
import { getStats } from '../support/api.js';
import { contentsOf } from '../support/data/contents.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { SettableClock } from '../support/settable-clock.js';
import { newSigner } from '../support/signer.js';
import { withDatabaseUrl } from '../support/temporary-database.js';
import { sharedServer } from '../support/shared-server.js';
import { startTestServer } from '../support/test-server.js';
import { Visitor, signed } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';
import { select } from '../../src/database/reader.js';

const NOON = '2026-11-21T12:00:00.000Z';
const DAY_MS = 86_400_000;

const clock = new SettableClock(NOON);
const server = sharedServer({ TRUST_PROXY: '1', PORT: '4321' }, clock);

describe('POST /api/session/challenge', () => {
  test('answers 201 with the input of Sign In With Solana', async () => {
    const response = await new Visitor(server.url).send('POST', '/api/session/challenge', {});
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      input: {
        domain: 'localhost:4321',
        statement: expect.stringContaining('parody'),
        uri: 'http://localhost:4321',
        version: '1',
        chainId: 'mainnet',
        nonce: expect.stringMatching(/^[0-9A-Za-z]{22,}$/),
        issuedAt: NOON,
        expirationTime: '2026-11-21T12:05:00.000Z',
      },
    });
  });

  test('returns the referral link as the only resource if a referrer is given', async () => {
    const { resources } = await new Visitor(server.url).challenge(wallet('referrer'));
    expect(resources).toEqual([`http://localhost:4321/?ref=${wallet('referrer')}`]);
  });

  test.each([['x'], ['1'.repeat(44)], [null], [7], [['a']]])(
    'answers 400 to the referrer %j',
    async (referrer) => {
      const visitor = new Visitor(server.url);
      const response = await visitor.send('POST', '/api/session/challenge', { referrer });
      expect(response.status).toBe(400);
    },
  );

  test('sets a cookie that is HttpOnly, SameSite and valid for 5 minutes', async () => {
    const response = await new Visitor(server.url).send('POST', '/api/session/challenge', {});
    const [cookie = ''] = response.headers.getSetCookie();
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=300']) {
      expect(cookie.split('; ')).toContain(part);
    }
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('returns a different nonce each time', async () => {
    const challenges = Array.from({ length: 50 }, () => new Visitor(server.url).challenge());
    const nonces = (await Promise.all(challenges)).map(({ nonce }) => nonce);
    expect(new Set(nonces).size).toBe(50);
  });

  test('gives two tabs of a browser challenges that can both be answered', async () => {
    const [visitor, one, other] = [new Visitor(server.url), newSigner(), newSigner()];
    const [first, second] = [await visitor.challenge(), await visitor.challenge()];
    expect((await visitor.send('POST', '/api/session', signed(one, first))).status).toBe(201);
    expect((await visitor.send('POST', '/api/session', signed(other, second))).status).toBe(201);
  });

  test('stores no challenge, session or wallet', async () => {
    const stored = () => contentsOf(server.database, ['sign_in_challenge', 'session', 'wallet']);
    const before = await stored();
    await new Visitor(server.url).challenge();
    expect(await stored()).toEqual(before);
  });
});

describe('the sweep of expired rows', () => {
  const count = async (table: string): Promise<number> => {
    const sql = `SELECT count(*) AS n FROM ${table}`;
    const [row] = await select(server.database.reading, z.object({ n: z.int() }), sql);
    return row?.n ?? -1;
  };

  const sweep = () =>
    new ExpirySweep(server.database.writer, clock, pino({ level: 'silent' })).run(
      new AbortController().signal,
    );

  test('deletes challenges an hour after they expired, and keeps a later one', async () => {
    await new Visitor(server.url).signIn(newSigner());
    clock.advance(3_600_000);
    await new Visitor(server.url).signIn(newSigner());
    clock.advance(300_000);
    await sweep();
    expect(await count('sign_in_challenge')).toBe(1);
    clock.set(NOON);
  });

  test('deletes 450 expired sessions, and keeps an open one', async () => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    await visitor.signIn(signer);
    const expired = Array.from({ length: 450 }, (_, index) => [
      `${index}`.padStart(64, '0'),
      signer.address,
      '2026-10-01T12:00:00.000Z',
      '2026-10-08T12:00:00.000Z',
      'signature',
      'message',
    ]);
    const columns = 'session (token_hash, wallet, created_at, expires_at, signature, message)';
    await server.database.writer.write((manager) => insertRows(manager, columns, expired));
    const before = await count('session');
    await sweep();
    expect(await count('session')).toBe(before - 450);
    expect((await visitor.session()).wallet).toBe(signer.address);
  });
});

describe('a session', () => {
  test('opens with 201 for the wallet that signed, and lasts 7 days', async () => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    const response = await visitor.answer(signer);
    expect(response.status).toBe(201);
    const expiresAt = '2026-11-28T12:00:00.000Z';
    expect(await response.json()).toEqual({ wallet: signer.address, expiresAt, referral: null });
    expect(await visitor.session()).toEqual({ wallet: signer.address, expiresAt });
    clock.advance(7 * DAY_MS - 1);
    expect((await visitor.session()).wallet).toBe(signer.address);
    clock.advance(1);
    expect(await visitor.session()).toEqual({ wallet: null, expiresAt: null });
    clock.set(NOON);
  });

  test('has a cookie that is HttpOnly and SameSite', async () => {
    const response = await new Visitor(server.url).answer(newSigner());
    const [cookie = ''] = response.headers.getSetCookie();
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Expires=Sat, 28 Nov 2026 12:00:00 GMT']) {
      expect(cookie.split('; ')).toContain(part);
    }
    expect(cookie).toMatch(/^session=/);
    expect(cookie).not.toContain('Secure');
  });

  test('has a Secure __Host- cookie if the origin is https, and so has its challenge', async () => {
    const secure = await startTestServer({ PUBLIC_ORIGIN: 'https://pyramidion.example' });
    const visitor = new Visitor(secure.url);
    const asked = await visitor.send('POST', '/api/session/challenge', {});
    expect(asked.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-challenge=.*; Path=\/; .*Secure/),
    ]);
    const answered = await visitor.answer(newSigner());
    expect(answered.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=.*; Path=\/; .*Secure/),
    ]);
    expect((await visitor.challenge()).domain).toBe('pyramidion.example');
    await secure.close();
  });

  test('is stored with its referrer, its signed message and a hash of its token, but not the token', async () => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    await visitor.signIn(signer, wallet('referrer'));
    const [, token = ''] = decodeURIComponent(visitor.cookies.get('session') ?? '').split(/[:.]/);
    const rows = await select(
      server.database.reading,
      z.object({ token_hash: z.string(), referrer: z.string(), message: z.string() }),
      'SELECT token_hash, referrer, message FROM session WHERE wallet = $1',
      [signer.address],
    );
    expect(rows).toEqual([
      {
        token_hash: createHash('sha256').update(token).digest('hex'),
        referrer: wallet('referrer'),
        message: expect.stringContaining(signer.address),
      },
    ]);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(await contentsOf(server.database))).not.toContain(token);
  });

  test('ends after DELETE, even for a copy of its cookie', async () => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    await visitor.signIn(signer);
    const thief = visitor.copy();
    const response = await visitor.send('DELETE', '/api/session');
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(visitor.cookies.has('session')).toBe(false);
    expect(await thief.session()).toEqual({ wallet: null, expiresAt: null });
  });

  test('that does not exist can be deleted: 204', async () => {
    expect((await new Visitor(server.url).send('DELETE', '/api/session')).status).toBe(204);
  });

  test('ends when another wallet signs in with the same browser', async () => {
    const [visitor, one, other] = [new Visitor(server.url), newSigner(), newSigner()];
    await visitor.signIn(one);
    const before = visitor.copy();
    await visitor.signIn(other);
    expect((await visitor.session()).wallet).toBe(other.address);
    expect((await before.session()).wallet).toBeNull();
  });

  test('continues when the wallet signs in with another browser', async () => {
    const [desktop, phone, signer] = [
      new Visitor(server.url),
      new Visitor(server.url),
      newSigner(),
    ];
    await desktop.signIn(signer);
    await phone.signIn(signer);
    expect((await desktop.session()).wallet).toBe(signer.address);
  });

  test('ends when its wallet has signed in 20 times since, but not after 19 times', async () => {
    const [signer, first, second] = [newSigner(), new Visitor(server.url), new Visitor(server.url)];
    await first.signIn(signer);
    clock.advance(1);
    await second.signIn(signer);
    for (let signIns = 0; signIns < 19; signIns += 1) await new Visitor(server.url).signIn(signer);
    expect((await first.session()).wallet).toBeNull();
    expect((await second.session()).wallet).toBe(signer.address);
    clock.set(NOON);
  });

  test('is kept although its wallet has 20 sessions from before the clock was set back', async () => {
    const [signer, visitor] = [newSigner(), new Visitor(server.url)];
    for (let signIns = 0; signIns < 20; signIns += 1) await new Visitor(server.url).signIn(signer);
    clock.advance(-60_000);
    await visitor.signIn(signer);
    expect((await visitor.session()).wallet).toBe(signer.address);
    clock.set(NOON);
  });

  test('outlives 20 later sessions of its wallet that are revoked', async () => {
    const [signer, phone, desktop] = [
      newSigner(),
      new Visitor(server.url),
      new Visitor(server.url),
    ];
    await phone.signIn(signer);
    for (let signIns = 0; signIns < 21; signIns += 1) {
      clock.advance(1);
      await desktop.signIn(signer);
    }
    expect((await phone.session()).wallet).toBe(signer.address);
    clock.set(NOON);
  });

  test('survives a restart of the server with the same SESSION_SECRET', async () => {
    await withDatabaseUrl(async (DATABASE_URL) => {
      const settings = { SESSION_SECRET: 'c'.repeat(32), DATABASE_URL };
      const first = await startTestServer(settings);
      const [visitor, signer] = [new Visitor(first.url), newSigner()];
      await visitor.signIn(signer);
      await first.close();
      const second = await startTestServer(settings);
      expect((await visitor.copy(second.url).session()).wallet).toBe(signer.address);
      await second.close();
    });
  });

  test.each([['nothing'], ['signed by nobody.AAAA'], ['%E0%A4%A'], ['.'], ['a'.repeat(3000)]])(
    'is not found by the cookie value %j, but a sign-in with that cookie succeeds',
    async (value) => {
      const visitor = new Visitor(server.url);
      visitor.cookies.set('session', value);
      visitor.cookies.set('challenge', value);
      expect(await visitor.session()).toEqual({ wallet: null, expiresAt: null });
      expect((await visitor.answer(newSigner())).status).toBe(201);
    },
  );
});

describe('a banned wallet', () => {
  const act = (action: 'ban' | 'unban', subject: string) =>
    new ModerationService(server.database.writer, clock)[action](subject, 'why');

  test('has no session and cannot check in', async () => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    await visitor.signIn(signer);
    await act('ban', signer.address);
    let written = 0;
    server.database.writer.observe({ committed: (jobs) => (written += jobs), rejected() {} });
    clock.advance(DAY_MS);
    for (let visit = 0; visit < 5; visit += 1) {
      expect(await visitor.session()).toEqual({ wallet: null, expiresAt: null });
      expect((await visitor.checkIn()).status).toBe(401);
    }
    expect(written).toBe(0);
    clock.set(NOON);
  });

  test('cannot sign in until it is unbanned, and the error says that it is banned', async () => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    await visitor.signIn(signer);
    await act('ban', signer.address);
    const response = await visitor.answer(signer);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('banned') });
    expect((await visitor.session()).wallet).toBeNull();
    await act('unban', signer.address);
    expect((await visitor.answer(signer)).status).toBe(201);
    expect((await visitor.session()).wallet).toBe(signer.address);
  });

  test('stays signed out after it is unbanned, if it signed out while banned', async () => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    await visitor.signIn(signer);
    const copy = visitor.copy();
    await act('ban', signer.address);
    expect((await visitor.send('DELETE', '/api/session')).status).toBe(204);
    await act('unban', signer.address);
    expect((await copy.session()).wallet).toBeNull();
  });

  test('proves no referral with an existing session', async () => {
    const [visitor, signer, referrer] = [new Visitor(server.url), newSigner(), newSigner()];
    await new Visitor(server.url).signIn(referrer);
    await act('ban', referrer.address);
    await visitor.signIn(signer, referrer.address);
    await act('unban', referrer.address);
    await act('ban', signer.address);
    await visitor.refer(referrer.address, signer.address);
    expect(await getStats(server.url, referrer.address)).toMatchObject({ provenRecruits: 0 });
  });
});
