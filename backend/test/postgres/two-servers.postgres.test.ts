import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { claim, getStats, postJson } from '../support/api.js';
import { SettableClock } from '../support/settable-clock.js';
import { newSigner, type Signer } from '../support/signer.js';
import { startTestServer } from '../support/test-server.js';
import { startTwoServers, type TwoServers } from './two-servers.js';
import { Visitor, signed } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';
import { select } from '../../src/database/reader.js';

const clock = new SettableClock('2026-11-21T12:00:00.000Z');
let servers: TwoServers;

beforeAll(async () => {
  servers = await startTwoServers(clock);
});

afterAll(async () => {
  await servers.close();
});

async function claimInACircle(names: readonly string[]): Promise<number[]> {
  const answers = names.map((name, index) =>
    claim(servers.urlOf(index), wallet(name), wallet(names[(index + 1) % names.length] ?? name)),
  );
  return (await Promise.all(answers)).map(({ status }) => status).sort();
}

async function buildChain(name: string): Promise<{ top: string; bottom: string }> {
  const top = wallet(name);
  let bottom = top;
  for (let level = 1; level <= 6; level += 1) {
    const recruit = wallet(`${name} ${level}`);
    await claim(servers.one.url, bottom, recruit);
    bottom = recruit;
  }
  return { top, bottom };
}

async function askForProof(turn: number, recruit: Signer, referrer: string) {
  const visitor = new Visitor(servers.urlOf(turn));
  const answer = signed(recruit, await visitor.challenge(referrer));
  return { visitor, answer };
}

/** Returns how many of the signers have a referrer after concurrent proofs. */
async function proveInACircle(signers: readonly Signer[]): Promise<number> {
  const proofs = await Promise.all(
    signers.map((signer, index) =>
      askForProof(index, signer, signers.at(index - 1)?.address ?? signer.address),
    ),
  );
  const answers = await Promise.all(
    proofs.map(({ visitor, answer }) => visitor.send('POST', '/api/session', answer)),
  );
  const referrals = await Promise.all(
    signers.map(({ address }, index) => getStats(servers.urlOf(index), address)),
  );
  expect(answers.map(({ status }) => status)).toEqual(signers.map(() => 201));
  return referrals.filter(({ referrer }) => referrer !== null).length;
}

describe('two servers on one database', () => {
  test('give a recruit to one of 50 referrers who claim it concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        claim(servers.urlOf(index), wallet(`rival ${index}`), wallet('prey')),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    const winner = wallet(`rival ${statuses.indexOf(201)}`);
    expect(await getStats(servers.other.url, wallet('prey'))).toMatchObject({ referrer: winner });
    expect(await getStats(servers.one.url, winner)).toMatchObject({
      directRecruits: 1,
      rank: null,
    });
  });

  test.each([2, 3, 4, 8])('form no cycle of %i wallets from concurrent claims', async (length) => {
    for (let round = 0; round < 5; round += 1) {
      const circle = Array.from({ length }, () => crypto.randomUUID());
      const allButOne = Array.from({ length: length - 1 }, () => 201);
      expect(await claimInACircle(circle)).toEqual([...allButOne, 422]);
    }
  });

  test('accept only one of two concurrent claims that join two pyramids into a cycle', async () => {
    for (let round = 0; round < 3; round += 1) {
      const left = await buildChain(`left ${round}`);
      const right = await buildChain(`right ${round}`);
      const answers = await Promise.all([
        claim(servers.one.url, left.bottom, right.top),
        claim(servers.other.url, right.bottom, left.top),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    }
  });

  test.each([2, 3, 5])('form no cycle of %i wallets from concurrent proofs', async (length) => {
    for (let round = 0; round < 3; round += 1) {
      const signers = Array.from({ length }, newSigner);
      expect(await proveInACircle(signers)).toBe(length - 1);
    }
  });

  test('together allow an IP address 30 claim requests a minute, then answer 429 with Retry-After', async () => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        fetch(`${servers.urlOf(index)}/api/referral`, { method: 'POST', headers, body: '{}' }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    for (const { headers: answer } of refused) {
      expect(Number(answer.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(answer.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    expect((await postJson(`${servers.one.url}/api/referral`, {})).status).toBe(400);
  });

  test('share sessions: a session opens and ends on both', async () => {
    const signer = newSigner();
    const visitor = new Visitor(servers.one.url);
    await visitor.signIn(signer);
    const elsewhere = visitor.copy(servers.other.url);
    expect((await elsewhere.session()).wallet).toBe(signer.address);
    expect((await elsewhere.send('DELETE', '/api/session')).status).toBe(204);
    expect((await visitor.session()).wallet).toBeNull();
  });

  test('together accept only one answer to a challenge', async () => {
    const visitor = new Visitor(servers.one.url);
    const answer = signed(newSigner(), await visitor.challenge());
    const visitors = [visitor, visitor.copy(servers.other.url)];
    const answers = await Promise.all(
      [...visitors, ...visitors, ...visitors].map((each) =>
        each.send('POST', '/api/session', answer),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 401, 401, 401, 401, 401]);
  });

  test('together check in a wallet only once a day', async () => {
    const signer = newSigner();
    const visitor = new Visitor(servers.one.url);
    await visitor.signIn(signer);
    clock.advance(86_400_000);
    const visits = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? visitor : visitor.copy(servers.other.url),
    );
    await Promise.all(visits.map((each) => each.checkIn()));
    expect(await getStats(servers.other.url, signer.address)).toMatchObject({
      points: 200,
      streak: 2,
    });
  });

  test('do not store a client under its address or a plain SHA-256 hash of the address', async () => {
    const address = '203.0.113.9';
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    await fetch(`${servers.one.url}/api/referral`, { method: 'POST', headers, body: '{}' });
    const keys: unknown = await servers.one.database.writer.write((manager) =>
      manager.query('SELECT key FROM internal_rate_limit'),
    );
    const plain = ['', 'ReferralController.record:', 'rate limit ReferralController.record:'].map(
      (prefix) => createHash('sha256').update(`${prefix}${address}`).digest('hex'),
    );
    for (const { key } of z
      .array(z.object({ key: z.string() }))
      .min(1)
      .parse(keys)) {
      expect(key).toMatch(/^[0-9a-f]{64}$/);
      expect(plain).not.toContain(key);
    }
  });

  test('together limit the new wallets of an IP address', async () => {
    const { database } = servers.one;
    const environment = { TRUST_PROXY: '1', DATABASE_URL: servers.one.databaseUrl };
    const limited = { ...environment, NEW_WALLETS_PER_ADDRESS: '4' };
    const [one, other] = [
      await startTestServer(limited, clock),
      await startTestServer(limited, clock),
    ];
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.8' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        fetch(`${index % 2 === 0 ? one.url : other.url}/api/referral`, {
          method: 'POST',
          headers,
          body: JSON.stringify({
            referrerId: wallet(`daily ${index}`),
            recruitId: wallet(`daily recruit ${index}`),
          }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...new Array<number>(2).fill(201),
      ...new Array<number>(18).fill(429),
    ]);
    const names = Array.from({ length: 20 }, (_, index) => wallet(`daily recruit ${index}`));
    const recorded = await select(
      database.reading,
      z.object({ recruit: z.string() }),
      `SELECT recruit FROM referral WHERE recruit IN (${names.map((name) => `'${name}'`).join()})`,
    );
    expect(recorded).toHaveLength(2);
    await Promise.all([one.close(), other.close()]);
  });
});
