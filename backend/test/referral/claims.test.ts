import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { pyramidSchema } from '../../src/pyramid/pyramid.schema.js';
import { ClaimSweep } from '../../src/referral/claim-sweep.js';
import { ClaimTerm, MAX_EXPIRED } from '../../src/referral/claim-term.js';
import { MAX_ANCESTORS } from '../../src/referral/referral.repository.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { Settings } from '../../src/settings.js';
import { claim, getLeaderboard, getStats } from '../support/api.js';
import { insertMany } from '../support/data/insert-many.js';
import { SettableClock } from '../support/settable-clock.js';
import { newSigner } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';
import { select } from '../../src/database/reader.js';

const DAY_MS = 86_400_000;
const START = '2026-11-01T12:00:00.000Z';

let server: TestServer;
let clock: SettableClock;

const serve = (settings: Record<string, string> = {}): Promise<TestServer> =>
  startTestServer({ TRUST_PROXY: '1', ...settings }, clock, pino({ level: 'error' }));

beforeEach(() => {
  clock = new SettableClock(START);
});

afterEach(async () => {
  await server.close();
});

const endedRow = z.object({ recruit: z.string(), referrer: z.string(), reason: z.string() });

const readEnded = () =>
  select(
    server.database.reading,
    endedRow,
    'SELECT recruit, referrer, reason FROM claim_history_entry ORDER BY number',
  );

const namesBelow = async (top: string): Promise<string[]> => {
  const response = await fetch(`${server.url}/api/pyramid?wallet=${top}`);
  return pyramidSchema.parse(await response.json()).nodes.map((node) => node.wallet);
};

function sweep(environment: Record<string, string> = {}): Promise<void> {
  const settings = new Settings(environment);
  const { backgroundReading, writer } = server.database;
  const term = new ClaimTerm(clock, settings);
  const log = pino({ level: 'silent' });
  const claimSweep = new ClaimSweep(
    backgroundReading.manager,
    writer,
    clock,
    term,
    settings,
    log,
    new Registry(),
  );
  return claimSweep.run(new AbortController().signal);
}

describe('a claim that nobody proves', () => {
  test('counts for 30 days by default, and not longer, even if the sweep is late', async () => {
    server = await serve();
    const [top, rumour, kept] = [wallet('top'), wallet('rumour'), newSigner()];
    await claim(server.url, top, rumour);
    await new Visitor(server.url).signIn(kept, top);
    clock.advance(30 * DAY_MS - 1);
    expect(await getStats(server.url, top)).toMatchObject({ directRecruits: 2 });
    clock.advance(1);
    expect(await getStats(server.url, top)).toMatchObject({
      directRecruits: 1,
      provenRecruits: 1,
      pendingPoints: 0,
    });
    expect(await getStats(server.url, rumour)).toMatchObject({
      referrer: null,
      referrerStatus: null,
    });
    const { entries } = await getLeaderboard(server.url);
    expect(entries).toMatchObject([{ wallet: top, recruits: 1, pendingPoints: 0 }]);
    expect(await namesBelow(top)).toEqual([kept.address]);

    await sweep();
    expect(await readEnded()).toEqual([{ recruit: rumour, referrer: top, reason: 'expired' }]);
    expect(await getStats(server.url, top)).toMatchObject({ directRecruits: 1 });
  });

  test('may count until the sweep ends it if 10,000 older claims have expired, so that reads stay fast', async () => {
    server = await serve();
    const { writer } = server.database;
    const [top, recruits] = [
      wallet('top'),
      Array.from({ length: MAX_EXPIRED + 1 }, (_, index) => wallet(index)),
    ];
    await insertMany(
      writer,
      'wallet (address, joined_at)',
      [top, ...recruits].map((address) => [address, START]),
    );
    const claims = recruits.map((recruit) => [recruit, top, 'claimed', START]);
    await insertMany(writer, 'referral (recruit, referrer, status, claimed_at)', claims);
    clock.advance(30 * DAY_MS);
    expect(await getStats(server.url, top)).toMatchObject({ directRecruits: 1 });
  });

  test('is in the answer to a sign-in until it expires, even if the sweep is late', async () => {
    server = await serve({ CLAIM_DAYS: '1' });
    const [top, recruit] = [wallet('top'), newSigner()];
    await claim(server.url, top, recruit.address);
    clock.advance(DAY_MS - 1);
    const visitor = new Visitor(server.url);
    expect((await visitor.signIn(recruit)).referral).toEqual({
      referrer: top,
      status: 'claimed',
      credited: false,
    });
    clock.advance(1);
    expect((await visitor.signIn(recruit)).referral).toBeNull();
  });

  test('can be replaced after it has expired', async () => {
    server = await serve({ CLAIM_DAYS: '1' });
    const [first, second, recruit] = [wallet('first'), wallet('second'), wallet('recruit')];
    await claim(server.url, first, recruit);
    expect((await claim(server.url, second, recruit)).status).toBe(409);
    clock.advance(DAY_MS);
    expect((await claim(server.url, second, recruit)).status).toBe(201);
    expect(await getStats(server.url, recruit)).toMatchObject({ referrer: second });
    expect(await readEnded()).toEqual([{ recruit, referrer: first, reason: 'expired' }]);
  });

  test('is not ended by a rejected claim of another referrer, even if it has expired', async () => {
    server = await serve({ CLAIM_DAYS: '1' });
    const [first, recruit, below] = [wallet('first'), wallet('recruit'), wallet('below')];
    await claim(server.url, first, recruit);
    await claim(server.url, recruit, below);
    clock.advance(DAY_MS);
    expect((await claim(server.url, below, recruit)).status).toBe(422);
    expect(await readEnded()).toEqual([]);
  });

  test('ends if it would form a cycle with a proof whose revocation is undone', async () => {
    server = await serve();
    const { writer } = server.database;
    const [top, recruit] = [wallet('top'), newSigner()];
    await new Visitor(server.url).signIn(recruit, top);
    await new ModerationService(writer, clock).revoke(recruit.address, 'a wallet of its referrer');
    await claim(server.url, recruit.address, top);
    await new ModerationService(writer, clock).unrevoke(recruit.address, 'it was not');
    expect(await readEnded()).toEqual([
      { recruit: top, referrer: recruit.address, reason: 'displaced by a proof' },
    ]);
  });

  test('ends if there are too many newer claims, but a proof does not', async () => {
    server = await serve();
    const recruit = newSigner();
    await new Visitor(server.url).signIn(recruit, wallet('top'));
    for (let index = 0; index < 5; index += 1) {
      clock.advance(1);
      await claim(server.url, wallet('top'), wallet(`claim ${index}`));
    }
    await sweep({ MAX_CLAIMS: '3' });
    expect(await readEnded()).toEqual(
      [0, 1].map((index) => ({
        recruit: wallet(`claim ${index}`),
        referrer: wallet('top'),
        reason: 'made room',
      })),
    );
    expect(await getStats(server.url, wallet('top'))).toMatchObject({
      directRecruits: 4,
      provenRecruits: 1,
    });
  });

  test.each([1, 400])(
    'ends only if it is one of the %d above MAX_CLAIMS, even if all have the same time',
    async (excess) => {
      server = await serve();
      const { writer } = server.database;
      const recruits = Array.from({ length: excess + 4 }, (_, index) => wallet(`claim ${index}`));
      const wallets = [...recruits, wallet('top')].map((address) => [address, START]);
      await insertMany(writer, 'wallet (address, joined_at)', wallets);
      const claims = recruits.map((recruit) => [recruit, wallet('top'), 'claimed', START]);
      await insertMany(writer, 'referral (recruit, referrer, status, claimed_at)', claims);
      await sweep({ MAX_CLAIMS: '4' });
      expect(await readEnded()).toHaveLength(excess);
      await sweep({ MAX_CLAIMS: '4' });
      expect(await readEnded()).toHaveLength(excess);
    },
  );

  test('ends in the same sweep as 999 other claims', async () => {
    server = await serve();
    const recruits = Array.from({ length: 1_000 }, (_, index) => wallet(`old ${index}`));
    const { writer } = server.database;
    const wallets = [...recruits, wallet('top')].map((address) => [address, START]);
    await insertMany(writer, 'wallet (address, joined_at)', wallets);
    const claims = recruits.map((recruit) => [recruit, wallet('top'), 'claimed', START]);
    await insertMany(writer, 'referral (recruit, referrer, status, claimed_at)', claims);
    clock.advance(31 * DAY_MS);
    await sweep();
    expect(await readEnded()).toHaveLength(1_000);
  });
});

describe('DELETE /api/referral', () => {
  const decline = (visitor: Visitor): Promise<Response> => visitor.send('DELETE', '/api/referral');

  test('answers 401 without a session', async () => {
    server = await serve();
    expect((await decline(new Visitor(server.url))).status).toBe(401);
  });

  test('answers 401 and declines nothing if recruit= names another wallet than the one that is signed in', async () => {
    server = await serve();
    const [stranger, me, other] = [wallet('stranger'), newSigner(), newSigner()];
    await claim(server.url, stranger, other.address);
    const visitor = new Visitor(server.url);
    await visitor.signIn(me);
    await visitor.signIn(other);
    const declineFor = (recruit: string) =>
      visitor.send('DELETE', `/api/referral?recruit=${recruit}`);
    expect((await declineFor(me.address)).status).toBe(401);
    expect(await getStats(server.url, stranger)).toMatchObject({ directRecruits: 1 });
    expect((await declineFor(other.address)).status).toBe(204);
    expect(await getStats(server.url, stranger)).toMatchObject({ directRecruits: 0 });
  });

  test('ends the claim; later claims on the wallet get 409, but a sign-in of the wallet proves a referral', async () => {
    server = await serve();
    const [stranger, friend, me] = [wallet('stranger'), wallet('friend'), newSigner()];
    await claim(server.url, stranger, me.address);
    const visitor = new Visitor(server.url);
    await visitor.signIn(me);
    expect((await decline(visitor)).status).toBe(204);
    expect((await decline(visitor)).status).toBe(204);
    expect(await getStats(server.url, stranger)).toMatchObject({ directRecruits: 0 });
    for (const referrer of [stranger, friend]) {
      const response = await claim(server.url, referrer, me.address);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ detail: expect.stringMatching(/declined/) });
    }
    await new Visitor(server.url).signIn(me, friend);
    expect(await getStats(server.url, me.address)).toMatchObject({
      referrer: friend,
      referrerStatus: 'proven',
    });
  });

  test('answers 409 if the referral of the wallet is proven', async () => {
    server = await serve();
    const [friend, me] = [wallet('friend'), newSigner()];
    const visitor = new Visitor(server.url);
    await visitor.signIn(me, friend);
    expect((await decline(visitor)).status).toBe(409);
    expect(await getStats(server.url, friend)).toMatchObject({ provenRecruits: 1 });
  });
});

describe('an attacker’s chain of claims', () => {
  const name = (index: number): string => wallet(`link ${index}`);

  async function addChain(length: number): Promise<string> {
    const indexes = Array.from({ length }, (_, index) => index);
    const { writer } = server.database;
    const wallets = [...indexes, length].map((index) => [name(index), START]);
    await insertMany(writer, 'wallet (address, joined_at)', wallets);
    const links = indexes.map((index) => [name(index + 1), name(index), 'claimed', START]);
    await insertMany(writer, 'referral (recruit, referrer, status, claimed_at)', links);
    return name(length);
  }

  test.each([MAX_ANCESTORS - 2, MAX_ANCESTORS, 3 * MAX_ANCESTORS])(
    'of length %i does not prevent wallets below it from recruiting',
    async (length) => {
      server = await serve();
      const bottom = await addChain(length);
      for (let index = 0; index < 5; index += 1) {
        const [victim, newcomer] = [wallet(`victim ${index}`), wallet(`newcomer ${index}`)];
        const [leader, below] = [wallet(`leader ${index}`), wallet(`below ${index}`)];
        expect((await claim(server.url, bottom, victim)).status).toBe(201);
        expect((await claim(server.url, victim, newcomer)).status).toBe(201);
        expect((await claim(server.url, leader, below)).status).toBe(201);
        expect((await claim(server.url, victim, leader)).status).toBe(201);
        expect((await claim(server.url, newcomer, wallet(`last ${index}`))).status).toBe(201);
        expect(await getStats(server.url, victim)).toMatchObject({ directRecruits: 2 });
      }
      const ended = await readEnded();
      expect(ended).toHaveLength(length < MAX_ANCESTORS - 1 ? 0 : 1);
      for (const { recruit, reason } of ended) {
        expect(reason).toBe('made room');
        const position =
          length - Array.from({ length }, (_, index) => name(index)).indexOf(recruit);
        expect(Math.abs(position - MAX_ANCESTORS / 2)).toBeLessThan(3);
      }
    },
  );

  test('does not prevent a proof below it', async () => {
    server = await serve();
    const bottom = await addChain(MAX_ANCESTORS);
    const [victim, leader] = [wallet('victim'), newSigner()];
    await claim(server.url, bottom, victim);
    await claim(server.url, leader.address, wallet('below'));
    const { referral } = await new Visitor(server.url).signIn(leader, victim);
    expect(referral).toMatchObject({ referrer: victim, credited: true });
    expect(await readEnded()).toMatchObject([{ reason: 'displaced by a proof' }]);
  });

  test('does not end an honest claim below it', async () => {
    server = await serve();
    const [top, friend, leader] = [wallet('top'), wallet('friend'), wallet('leader')];
    await claim(server.url, top, friend);
    const bottom = await addChain(MAX_ANCESTORS);
    await claim(server.url, bottom, top);
    await claim(server.url, friend, name(-1));
    await claim(server.url, leader, wallet('below'));
    expect((await claim(server.url, name(-1), leader)).status).toBe(201);
    expect(await getStats(server.url, friend)).toMatchObject({ referrer: top });
  });
});
