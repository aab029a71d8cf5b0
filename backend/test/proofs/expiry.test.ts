import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { weekOf } from '../../src/core/week.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { Doctor } from '../../src/doctor/doctor.js';
import { Audit, compareLeaderboard, leaderboardFileSchema } from '../../src/verify/audit.js';
import { createDatabase } from '../support/temporary-database.js';
import { SettableClock } from '../support/settable-clock.js';
import { downloadEntries, getStats } from '../support/api.js';
import { newSigner, type Signer } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { signed, Visitor } from '../support/visitor.js';
import { select } from '../../src/database/reader.js';

/** A Sunday, 2 minutes before the week ends. */
const SUNDAY = '2026-11-29T23:58:00.000Z';
const WEEK = weekOf(new Date(SUNDAY));
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const clock = new SettableClock(SUNDAY);
let server: TestServer;
let referrer: Signer;
let recruit: Signer;

beforeEach(async () => {
  clock.set(SUNDAY);
  server = await startTestServer({ TRUST_PROXY: '1' }, clock);
  [referrer, recruit] = [newSigner(), newSigner()];
});

afterEach(() => server.close());

const proofRow = z.object({ status: z.string(), provenAt: z.string().nullable() });

async function findProof({ database }: TestServer) {
  const [row] = await select(
    database.reading,
    proofRow,
    'SELECT status, proven_at AS "provenAt" FROM referral WHERE recruit = $1',
    [recruit.address],
  );
  return row;
}

async function faultsOfProofs({ database }: TestServer): Promise<string[]> {
  const { checks } = await new Doctor(database, clock).look();
  return checks.flatMap(({ name, faults }) => (/log/.test(name) ? faults : []));
}

/** Signs in while the referrer is banned, so that the sign-in proves nothing. */
async function signInUnproven(): Promise<Visitor> {
  const { writer } = server.database;
  await new Visitor(server.url).signIn(referrer);
  await new ModerationService(writer, clock).ban(referrer.address, 'a test');
  const visitor = new Visitor(server.url);
  expect((await visitor.signIn(recruit, referrer.address)).referral).toBeNull();
  await new ModerationService(writer, clock).unban(referrer.address, 'the test goes on');
  return visitor;
}

describe('a session', () => {
  test('can prove a referral by the referrer in its message until the message expires', async () => {
    const visitor = await signInUnproven();
    clock.advance(5 * MINUTE_MS - 1);
    const response = await visitor.refer(referrer.address, recruit.address);
    expect([response.status, await response.json()]).toEqual([
      201,
      {
        status: 'proven',
        referrer: referrer.address,
        recruit: recruit.address,
        logIndex: expect.any(Number),
      },
    ]);
    expect(await faultsOfProofs(server)).toEqual([]);
  });

  test.each([
    ['once its message has expired', 5 * MINUTE_MS],
    ['five days after the sign-in', 5 * DAY_MS],
  ])(
    'makes a claim, not a proof, %s, and the board of the week stays empty',
    async (_when, later) => {
      const visitor = await signInUnproven();
      clock.advance(later);
      const response = await visitor.refer(referrer.address, recruit.address);
      expect([response.status, await response.json()]).toEqual([
        201,
        { status: 'claimed', referrer: referrer.address, recruit: recruit.address },
      ]);
      expect(await getStats(server.url, referrer.address)).toMatchObject({ provenRecruits: 0 });
      const board = await fetch(`${server.url}/api/leaderboard?window=${WEEK}`);
      expect(await board.json()).toMatchObject({ entries: [], total: 0 });
    },
  );

  test('does not prove an existing claim after the message of the session has expired', async () => {
    const visitor = await signInUnproven();
    await new Visitor(server.url).refer(referrer.address, recruit.address);
    clock.advance(DAY_MS);
    const response = await visitor.refer(referrer.address, recruit.address);
    expect([response.status, await response.json()]).toMatchObject([200, { status: 'claimed' }]);
  });
});

describe('a week that is final', () => {
  const boardOf = async () => (await fetch(`${server.url}/api/leaderboard?window=${WEEK}`)).text();

  async function verifyBoard(): Promise<string[]> {
    const audit = new Audit([], WEEK);
    const entries = await downloadEntries(server.url);
    for (const line of entries.trimEnd().split('\n')) audit.read(line);
    audit.finish();
    const board = leaderboardFileSchema.parse(JSON.parse(await boardOf()));
    const faults = audit.differences.map(({ what }) => what);
    return [...faults, ...compareLeaderboard(board, audit.points)];
  }

  test('is not changed by later bans and revocations, and passes verify', async () => {
    const { writer } = server.database;
    const other = newSigner();
    const honest = newSigner().address;
    await new Visitor(server.url).signIn(recruit, referrer.address);
    await new Visitor(server.url).signIn(other, referrer.address);
    await new Visitor(server.url).signIn(newSigner(), honest);
    await new ModerationService(writer, clock).revoke(other.address, 'in time');
    clock.advance(8 * MINUTE_MS);
    const final = await boardOf();
    expect(JSON.parse(final)).toMatchObject({
      total: 2,
      entries: [
        { wallet: referrer.address, recruits: 1 },
        { wallet: honest, recruits: 1 },
      ],
    });
    for (const [action, subject] of [
      ['ban', referrer.address],
      ['revoke', recruit.address],
      ['unban', referrer.address],
      ['unrevoke', recruit.address],
      ['unrevoke', other.address],
      ['ban', honest],
    ] as const) {
      await new ModerationService(writer, clock)[action](subject, 'later');
      expect(await boardOf()).toBe(final);
      expect(await verifyBoard()).toEqual([]);
    }
    const { checks } = await new Doctor(server.database, clock).look();
    expect(checks.flatMap(({ faults }) => faults)).toEqual([]);
  });

  test('omits a referrer who was banned when the week became final, even if unbanned later', async () => {
    const { writer } = server.database;
    await new Visitor(server.url).signIn(recruit, referrer.address);
    clock.advance(8 * MINUTE_MS - 1);
    await new ModerationService(writer, clock).ban(referrer.address, 'in the last millisecond');
    clock.advance(1);
    await new ModerationService(writer, clock).unban(referrer.address, 'too late for that week');
    expect(JSON.parse(await boardOf())).toMatchObject({ total: 0, entries: [] });
    expect(await verifyBoard()).toEqual([]);
    expect(await getStats(server.url, referrer.address)).toMatchObject({ points: 1000 });
  });
});

describe('a challenge', () => {
  test('that expires while its answer waits to be written proves nothing and opens no session', async () => {
    const visitor = new Visitor(server.url);
    const answer = signed(recruit, await visitor.challenge(referrer.address));
    const { writer } = server.database;
    const writeTogether = writer.writeTogether.bind(writer);
    writer.writeTogether = (...write) => {
      clock.advance(5 * MINUTE_MS);
      return writeTogether(...write);
    };
    const response = await visitor.send('POST', '/api/session', answer);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('expired') });
    expect(await findProof(server)).toBeUndefined();
    expect((await visitor.session()).wallet).toBeNull();
  });
});

describe('a proof', () => {
  test.each([20, 2_000, 250_000])(
    'is not dated before its challenge, even if the clock steps back %i ms after the challenge',
    async (step) => {
      const visitor = new Visitor(server.url);
      const input = await visitor.challenge(referrer.address);
      clock.advance(-step);
      const response = await visitor.send('POST', '/api/session', signed(recruit, input));
      expect(response.status).toBe(201);
      expect(await findProof(server)).toEqual({ status: 'proven', provenAt: input.issuedAt });
      expect(await faultsOfProofs(server)).toEqual([]);
    },
  );

  test('is not dated before its challenge, even if a process whose clock is behind records it', async () => {
    const database = await createDatabase();
    const environment = { DATABASE_URL: database.url, TRUST_PROXY: '1' };
    const [ahead, behind] = [new SettableClock(SUNDAY), new SettableClock(SUNDAY)];
    ahead.advance(20);
    const open = (own: SettableClock) => startTestServer(environment, own);
    for (const [issuing, answering] of [
      [ahead, behind],
      [behind, ahead],
    ] as const) {
      recruit = newSigner();
      const first = await open(issuing);
      const browser = new Visitor(first.url);
      const input = await browser.challenge(referrer.address);
      // Only one server at a time can use a SQLite file.
      if (databaseKind === 'sqlite') await first.close();
      const second = await open(answering);
      const response = await browser
        .copy(second.url)
        .send('POST', '/api/session', signed(recruit, input));
      expect(response.status).toBe(201);
      const expected =
        input.issuedAt > answering.now().toISOString()
          ? input.issuedAt
          : answering.now().toISOString();
      expect(await findProof(second)).toEqual({ status: 'proven', provenAt: expected });
      expect(await faultsOfProofs(second)).toEqual([]);
      await second.close();
      if (databaseKind !== 'sqlite') await first.close();
    }
    await database.remove();
  });
});
