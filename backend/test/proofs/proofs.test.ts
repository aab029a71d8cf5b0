import { describe, expect, test } from '@jest/globals';
import { ed25519 } from '@noble/curves/ed25519.js';
import bs58 from 'bs58';
import { Clock } from '../../src/core/clock.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { openCheckpoint } from '../../src/verify/checkpoint.js';
import {
  checkpointLineSchema,
  logEntrySchema,
  type LogEntry,
  type ProofEntry,
} from '../../src/transparency-log/log-entry.schema.js';
import { claim, getStats } from '../support/api.js';
import { newSigner, type Signer } from '../support/signer.js';
import { startTestServer } from '../support/test-server.js';
import { sharedServer, type SharedServer } from '../support/shared-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const server = sharedServer({
  TRUST_PROXY: '1',
  FORMER_ORIGINS: 'https://former.example',
});

async function signIn(signer: Signer, referrer?: string) {
  return new Visitor(server.url).signIn(signer, referrer);
}

/** Returns entries of the log. Expects that the download ends with a checkpoint that covers all entries above it. */
async function getEntries(query = '', { url }: SharedServer = server): Promise<LogEntry[]> {
  const lines = (await (await fetch(`${url}/api/proofs${query}`)).text()).split('\n');
  expect(lines.pop()).toBe('');
  const { vkey, note } = checkpointLineSchema.parse(JSON.parse(lines.pop() ?? ''));
  const size = openCheckpoint(note, vkey)?.size ?? 0;
  const after = Number(/after=(\d+)/.exec(query)?.[1] ?? 0);
  expect(size).toBe(after > size ? size : after + lines.length);
  return lines.map((line) => logEntrySchema.parse(JSON.parse(line)));
}

const isProof = (entry: LogEntry): entry is ProofEntry => entry.action === 'prove';

async function referralOf(recruit: string): Promise<[string | null, string | null]> {
  const { referrer, referrerStatus } = await getStats(server.url, recruit);
  return [referrer, referrerStatus];
}

describe('a sign-in that names a referrer', () => {
  test('proves the referral: the referrer has a proven recruit and 1,000 points', async () => {
    const [referrer, recruit] = [newSigner(), newSigner()];
    const { referral } = await signIn(recruit, referrer.address);
    expect(referral).toEqual({
      referrer: referrer.address,
      status: 'proven',
      credited: true,
      logIndex: 0,
    });
    expect(await getStats(server.url, referrer.address)).toMatchObject({
      directRecruits: 1,
      provenRecruits: 1,
      points: 1000,
      pendingPoints: 0,
    });
    expect(await referralOf(recruit.address)).toEqual([referrer.address, 'proven']);
  });

  test('credits nothing the second time, and returns the existing referral', async () => {
    const [referrer, recruit] = [newSigner(), newSigner()];
    await signIn(recruit, referrer.address);
    const { referral } = await signIn(recruit, referrer.address);
    expect(referral).toEqual({ referrer: referrer.address, status: 'proven', credited: false });
    expect((await getStats(server.url, referrer.address)).points).toBe(1000);
  });

  test('proves an existing claim by that referrer, whose pending points become points', async () => {
    const [referrer, recruit] = [newSigner(), newSigner()];
    await claim(server.url, referrer.address, recruit.address);
    expect((await getStats(server.url, referrer.address)).pendingPoints).toBe(1000);
    await signIn(recruit, referrer.address);
    expect(await getStats(server.url, referrer.address)).toMatchObject({
      directRecruits: 1,
      provenRecruits: 1,
      points: 1000,
      pendingPoints: 0,
    });
  });

  test('replaces a claim for another referrer with a proof, which is final', async () => {
    const [squatter, referrer, later] = [newSigner(), newSigner(), newSigner()];
    const recruit = newSigner();
    await claim(server.url, squatter.address, recruit.address);
    await signIn(recruit, referrer.address);
    expect(await referralOf(recruit.address)).toEqual([referrer.address, 'proven']);
    expect((await getStats(server.url, squatter.address)).directRecruits).toBe(0);

    const { referral } = await signIn(recruit, later.address);
    expect(referral).toEqual({ referrer: referrer.address, status: 'proven', credited: false });
    expect((await claim(server.url, later.address, recruit.address)).status).toBe(409);
    expect((await getStats(server.url, later.address)).points).toBe(0);
  });

  test('succeeds but proves nothing if the referrer is the signer', async () => {
    const signer = newSigner();
    const { wallet: signedIn, referral } = await signIn(signer, signer.address);
    expect([signedIn, referral]).toEqual([signer.address, null]);
    expect(await getStats(server.url, signer.address)).toMatchObject({
      directRecruits: 0,
      points: 100,
    });
  });

  test.each([2, 3, 20])(
    'succeeds but proves nothing if a proof would close a cycle of %i proofs',
    async (size) => {
      const signers = Array.from({ length: size }, newSigner);
      const top = signers[0] ?? newSigner();
      for (const [index, signer] of signers.slice(1).entries()) {
        await signIn(signer, signers[index]?.address);
      }
      const { referral } = await signIn(top, signers.at(-1)?.address);
      expect(referral).toBeNull();
      expect(await referralOf(top.address)).toEqual([null, null]);
    },
  );
});

describe('a sign-in that names no referrer', () => {
  test('does not prove an existing claim', async () => {
    const [referrer, recruit] = [newSigner(), newSigner()];
    await claim(server.url, referrer.address, recruit.address);
    const { referral } = await signIn(recruit);
    expect(referral).toEqual({ referrer: referrer.address, status: 'claimed', credited: false });
  });
});

describe('a proof that would close a cycle with claims', () => {
  test('is recorded, and ends only the claim of the cycle that is nearest to its recruit', async () => {
    const [top, middle, bottom] = [newSigner(), newSigner(), newSigner()];
    await claim(server.url, top.address, middle.address);
    await claim(server.url, middle.address, bottom.address);
    const { referral } = await signIn(top, bottom.address);
    expect(referral).toMatchObject({ referrer: bottom.address, credited: true });
    expect(await referralOf(bottom.address)).toEqual([middle.address, 'claimed']);
    expect(await referralOf(middle.address)).toEqual([null, null]);
  });

  test('does not end proven referrals of the cycle', async () => {
    const [top, middle, bottom] = [newSigner(), newSigner(), newSigner()];
    await claim(server.url, top.address, middle.address);
    await signIn(bottom, middle.address);
    await signIn(top, bottom.address);
    expect(await referralOf(middle.address)).toEqual([null, null]);
    expect(await referralOf(bottom.address)).toEqual([middle.address, 'proven']);
    expect(await referralOf(top.address)).toEqual([bottom.address, 'proven']);
  });
});

describe('POST /api/referral with a session', () => {
  test('of the recruit answers 200 and “proven” if its sign-in has proven the referral', async () => {
    const [referrer, recruit] = [newSigner(), newSigner()];
    const visitor = new Visitor(server.url);
    await visitor.signIn(recruit, referrer.address);
    const response = await visitor.refer(referrer.address, recruit.address);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 'proven' });
  });

  test('of the recruit answers 422 if its sign-in named the referrer, but the referral would close a cycle', async () => {
    const [referrer, recruit] = [newSigner(), newSigner()];
    await signIn(referrer, recruit.address);
    const visitor = new Visitor(server.url);
    expect((await visitor.signIn(recruit, referrer.address)).referral).toBeNull();
    expect((await visitor.refer(referrer.address, recruit.address)).status).toBe(422);
  });

  test('of the recruit answers 409 if a referral for another referrer is proven', async () => {
    const [first, second, recruit] = [newSigner(), newSigner(), newSigner()];
    await signIn(recruit, first.address);
    const visitor = new Visitor(server.url);
    await visitor.signIn(recruit, second.address);
    expect((await visitor.refer(second.address, recruit.address)).status).toBe(409);
  });

  test('of the recruit makes a claim if its message names no referrer', async () => {
    const [referrer, recruit] = [newSigner(), newSigner()];
    const visitor = new Visitor(server.url);
    await visitor.signIn(recruit);
    const response = await visitor.refer(referrer.address, recruit.address);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ status: 'claimed' });
  });

  test('of the recruit makes a claim if the referrer in its message was rejected and the request names another referrer', async () => {
    const [loop, other, recruit] = [newSigner(), newSigner(), newSigner()];
    await signIn(loop, recruit.address);
    const visitor = new Visitor(server.url);
    await visitor.signIn(recruit, loop.address);
    const response = await visitor.refer(other.address, recruit.address);
    expect(await response.json()).toMatchObject({ status: 'claimed' });
    expect((await getStats(server.url, other.address)).points).toBe(0);
  });

  test('of a wallet other than the recruit makes a claim', async () => {
    const [referrer, recruit] = [newSigner(), newSigner()];
    const visitor = new Visitor(server.url);
    await visitor.signIn(newSigner(), referrer.address);
    const response = await visitor.refer(referrer.address, recruit.address);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ status: 'claimed' });
  });
});

describe('GET /api/proofs', () => {
  test('lists proofs with valid signatures; the newest is last, at the index that its sign-in returned', async () => {
    const [referrer, recruit] = [newSigner(), newSigner()];
    const { referral } = await signIn(recruit, referrer.address);
    const proofs = (await getEntries()).filter(isProof);
    expect(referral?.logIndex).toBe(proofs.length - 1);
    const last = proofs.at(-1);
    expect([last?.recruit, last?.referrer]).toEqual([recruit.address, referrer.address]);
    for (const { message, signature, recruit: signer, referrer: named } of proofs) {
      const bytes = [Buffer.from(signature, 'base64'), Buffer.from(message)] as const;
      expect(ed25519.verify(...bytes, bs58.decode(signer))).toBe(true);
      expect(message).toContain(`\n${signer}\n`);
      expect(message).toContain(`\n- http://localhost:3000/?ref=${named}`);
    }
  });

  test('does not list claims', async () => {
    await claim(server.url, wallet('claimer'), wallet('claimed'));
    expect(JSON.stringify(await getEntries())).not.toContain(wallet('claimed'));
  });

  test('?after=N skips the first N entries', async () => {
    const all = await getEntries();
    expect(await getEntries('?after=0')).toEqual(all);
    expect(await getEntries('?after=3')).toEqual(all.slice(3));
    expect(await getEntries(`?after=${all.length}`)).toEqual([]);
    expect(await getEntries('?after=9999999999')).toEqual([]);
  });

  test('answers 304 to its ETag, but 200 after a proof is added', async () => {
    const first = await fetch(`${server.url}/api/proofs`);
    await first.text();
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    expect(first.headers.get('content-type')).toContain('application/x-ndjson');
    const ask = () => fetch(`${server.url}/api/proofs`, { headers: { 'if-none-match': etag } });
    expect((await ask()).status).toBe(304);
    await signIn(newSigner(), wallet('somebody'));
    const changed = await ask();
    expect(changed.status).toBe(200);
    await changed.text();
  });

  test('answers HEAD with headers, but without body and length', async () => {
    const response = await fetch(`${server.url}/api/proofs`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('etag')).toMatch(/^"\d+-[\da-f]{16}"$/);
    expect(response.headers.has('content-length')).toBe(false);
  });
});

describe('an action of the operator', () => {
  test('has a log entry with the reason if the action changes points for recruits', async () => {
    const own = await startTestServer({ TRUST_PROXY: '1' });
    const [farmer, recruit, claimed] = [newSigner(), newSigner(), newSigner()];
    await new Visitor(own.url).signIn(recruit, farmer.address);
    await claim(own.url, farmer.address, claimed.address);
    const before = await getEntries('', own);
    const actions = [
      ['ban', farmer.address, 'a farm'],
      ['unban', farmer.address, 'it was a school'],
      ['revoke', recruit.address, 'the same person'],
      ['unrevoke', recruit.address, 'it was a sister'],
    ] as const;
    for (const [action, subject, why] of actions) {
      await new ModerationService(own.database.writer, new Clock())[action](subject, why);
    }
    await new ModerationService(own.database.writer, new Clock()).revoke(
      claimed.address,
      'only a claim',
    );
    expect(await getEntries('', own)).toEqual([
      ...before,
      ...actions.map(([action, subject, why]) => ({
        action,
        subject,
        why,
        at: expect.stringMatching(/Z$/),
      })),
    ]);
    await own.close();
  });
});
