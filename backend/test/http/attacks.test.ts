import { describe, expect, test } from '@jest/globals';
import { createSignInMessage, createSignInMessageText } from '@solana/wallet-standard-util';
import { problemSchema } from '../../src/http/problem.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { MAX_ANCESTORS } from '../../src/referral/referral.repository.js';
import type { SignInInput, SignInRequestBody } from '../../src/sign-in/sign-in.schema.js';
import { claim, getLeaderboard, getStats } from '../support/api.js';
import { FORGED } from '../proofs/crafted-signatures.js';
import { contentsOf } from '../support/data/contents.js';
import { SettableClock } from '../support/settable-clock.js';
import { insertMany } from '../support/data/insert-many.js';
import { newSigner, type Signer } from '../support/signer.js';
import { startTestServer } from '../support/test-server.js';
import { sharedServer } from '../support/shared-server.js';
import { Visitor, answerWith, base64, signed } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const NOON = '2026-11-21T12:00:00.000Z';
const SESSION = '__Host-session';
const SYSTEM_PROGRAM = '11111111111111111111111111111111';

const clock = new SettableClock(NOON);
const server = sharedServer(
  { TRUST_PROXY: '1', PUBLIC_ORIGIN: 'https://pyramidion.example' },
  clock,
);

function tally(responses: Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function signIn(signer: Signer, referrer?: string) {
  return new Visitor(server.url).signIn(signer, referrer);
}

async function expectRefused(
  visitor: Visitor,
  answer: SignInRequestBody,
  because: RegExp,
): Promise<void> {
  const before = await contentsOf(server.database);
  const response = await visitor.send('POST', '/api/session', answer);
  const problem = problemSchema.parse(await response.json());
  expect([response.status, problem.detail]).toEqual([401, expect.stringMatching(because)]);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await contentsOf(server.database)).toEqual(before);
}

describe('claims', () => {
  test('do not change a victim’s points or proven recruits, and a later proof still counts', async () => {
    const [victim, recruit] = [newSigner(), newSigner()];
    await signIn(recruit, victim.address);
    const before = await getStats(server.url, victim.address);
    for (let index = 0; index < 20; index += 1) {
      await claim(server.url, victim.address, wallet(`framed ${index}`));
    }
    await claim(server.url, wallet('framer'), victim.address);
    const after = await getStats(server.url, victim.address);
    expect([after.points, after.provenRecruits]).toEqual([before.points, before.provenRecruits]);
    const { referral } = await signIn(newSigner(), victim.address);
    expect(referral?.credited).toBe(true);
    expect((await getStats(server.url, victim.address)).points).toBe(before.points + 1000);
  });
});

describe('proofs that could close a cycle', () => {
  test('are neither recorded nor restored if the chain of proofs above the referrer is too long to search', async () => {
    const LENGTH = MAX_ANCESTORS + 2;
    const own = await startTestServer({ TRUST_PROXY: '1' });
    const signIn = (signer: Signer, referrer?: string) =>
      new Visitor(own.url).signIn(signer, referrer);
    const [top, other] = [newSigner(), newSigner()];
    const chain = [
      top.address,
      ...Array.from({ length: LENGTH }, (_, index) => wallet(`l${index}`)),
    ];
    const links = chain
      .slice(1)
      .map((recruit, index) => [
        recruit,
        chain[index] ?? '',
        'proven',
        NOON,
        NOON,
        index,
        '2026-W47',
      ]);
    const { writer } = own.database;
    const wallets = chain.map((address) => [address, NOON]);
    await insertMany(writer, 'wallet (address, joined_at)', wallets);
    const entries = links.map((_link, index) => [index, '{}']);
    await insertMany(writer, 'log_entry (log_index, entry)', entries);
    await insertMany(
      writer,
      'referral (recruit, referrer, status, claimed_at, proven_at, log_index, week)',
      links,
    );
    expect((await signIn(top, chain.at(-1))).referral).toBeNull();
    await signIn(newSigner(), other.address);
    expect((await signIn(other, chain.at(-1))).referral).toBeNull();
    const recruit = newSigner();
    expect((await signIn(recruit, chain.at(-1))).referral?.credited).toBe(true);
    await signIn(newSigner(), recruit.address);
    const moderation = new ModerationService(writer, clock);
    await moderation.revoke(recruit.address, 'a test');
    await expect(moderation.unrevoke(recruit.address, 'a test')).rejects.toThrow(
      /is too long to search for a cycle/,
    );
    await own.close();
  });
});

describe('a challenge', () => {
  test('opens only one session if 200 requests answer it concurrently', async () => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    const answer = signed(signer, await visitor.challenge());
    const attempts = Array.from({ length: 200 }, () =>
      visitor.copy().send('POST', '/api/session', answer),
    );
    const { 201: opened, ...refused } = tally(await Promise.all(attempts));
    // Sign-ins beyond the wallet's limit get 429.
    expect([opened, Object.keys(refused)]).toEqual([1, ['401', '429']]);
    const { session } = await contentsOf(server.database);
    expect(session?.filter((row) => JSON.stringify(row).includes(signer.address))).toHaveLength(1);
  });

  test('cannot be used again after a wrong signature', async () => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    const answer = signed(signer, await visitor.challenge());
    await expectRefused(visitor, { ...answer, signature: base64(new Uint8Array(64)) }, /signature/);
    await expectRefused(visitor, answer, /used before/);
  });

  test('expires after 5 minutes', async () => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    const [punctual, late] = [await visitor.challenge(), await visitor.challenge()];
    clock.advance(299_999);
    expect((await visitor.send('POST', '/api/session', signed(signer, punctual))).status).toBe(201);
    clock.advance(1);
    await expectRefused(visitor, signed(signer, late), /expired/);
    clock.set(NOON);
  });

  test('is rejected if the server never issued it', async () => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    const input = { ...(await visitor.challenge()), nonce: 'abcdefghijklmnopqrstuvwx' };
    await expectRefused(visitor, signed(signer, input), /unknown/);
  });

  test.each(['without cookies', 'with its own cookies'])(
    'cannot be answered by another browser (%s), but still by the browser that requested it',
    async (which) => {
      const [victim, thief, signer] = [
        new Visitor(server.url),
        new Visitor(server.url),
        newSigner(),
      ];
      const answer = signed(signer, await victim.challenge());
      if (which !== 'without cookies') await thief.challenge();
      await expectRefused(thief, answer, /another browser/);
      expect((await victim.send('POST', '/api/session', answer)).status).toBe(201);
    },
  );

  test('names our domain and origin, even if Forwarded and X-Forwarded-Proto name others', async () => {
    const response = await fetch(`${server.url}/api/session/challenge`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-proto': 'http',
        forwarded: 'host=evil.example',
        'x-forwarded-for': '10.250.1.1',
      },
      body: JSON.stringify({ referrer: wallet('referrer') }),
    });
    expect(await response.json()).toMatchObject({
      input: {
        domain: 'pyramidion.example',
        uri: 'https://pyramidion.example',
        resources: [`https://pyramidion.example/?ref=${wallet('referrer')}`],
      },
    });
  });
});

describe('a signature', () => {
  function altered(signer: Signer, input: SignInInput, change: (text: string) => string) {
    const text = createSignInMessageText({ ...input, address: signer.address });
    return answerWith(signer, new TextEncoder().encode(change(text)), input.nonce);
  }

  test('opens no session if the attacker signed a message with the victim’s address', async () => {
    const [attacker, victim] = [newSigner(), newSigner()];
    for (const publicKey of [attacker.address, victim.address]) {
      const visitor = new Visitor(server.url);
      const input = await visitor.challenge();
      const message = createSignInMessage({ ...input, address: victim.address });
      const answer = answerWith(attacker, message, input.nonce);
      await expectRefused(visitor, { ...answer, publicKey }, /message|signature/);
    }
  });

  test('is rejected if the victim signed another site’s message', async () => {
    const [visitor, victim] = [new Visitor(server.url), newSigner()];
    const input = await visitor.challenge();
    const elsewhere = { ...input, domain: 'evil.example', uri: 'https://evil.example' };
    await expectRefused(visitor, signed(victim, elsewhere), /not the challenge for this wallet/);
  });

  test.each<[string, (text: string) => string]>([
    [
      'an additional link',
      (text) => `${text}\n- https://pyramidion.example/?ref=${wallet('more')}`,
    ],
    ['another statement', (text) => text.replace('costs nothing', 'costs everything')],
    ['a later expiry', (text) => text.replace('12:05:00', '23:59:59')],
    ['an earlier time of issue', (text) => text.replace('12:00:00.000Z', '11:00:00.000Z')],
    ['another chain', (text) => text.replace('mainnet', 'devnet')],
    ['an http origin', (text) => text.replace('URI: https', 'URI: http')],
    ['a line break at its end', (text) => `${text}\n`],
    ['carriage returns', (text) => text.replaceAll('\n', '\r\n')],
    ['a letter that looks like another', (text) => text.replace('pyramidion', 'pyramidіon')],
    ['no text', () => ''],
  ])('is rejected if the signed message has %s', async (_what, change) => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    const input = await visitor.challenge(wallet('named'));
    await expectRefused(
      visitor,
      altered(signer, input, change),
      /not the challenge for this wallet/,
    );
  });

  test('proves a referral by the referrer in the signed message, even if the challenge named another referrer', async () => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    const input = await visitor.challenge(wallet('named'));
    const swap = (text: string): string => text.replace(wallet('named'), wallet('swapped'));
    const response = await visitor.send('POST', '/api/session', altered(signer, input, swap));
    expect(await response.json()).toMatchObject({
      referral: { referrer: wallet('swapped'), status: 'proven' },
    });
  });

  test('is rejected if the answer names the nonce of another challenge', async () => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    const [first, second] = [await visitor.challenge(), await visitor.challenge()];
    const answer = { ...signed(signer, first), nonce: second.nonce };
    await expectRefused(visitor, answer, /not the challenge for this wallet/);
  });

  test('is rejected if it is forged for the System Program', async () => {
    const visitor = new Visitor(server.url);
    const { nonce, ...input } = await visitor.challenge(wallet('forger'));
    const message = createSignInMessage({ ...input, nonce, address: SYSTEM_PROGRAM });
    const forged = {
      publicKey: SYSTEM_PROGRAM,
      signedMessage: base64(message),
      signature: base64(FORGED),
      nonce,
    };
    await expectRefused(visitor, forged, /anybody can sign/);
  });

  test.each<[string, Record<string, unknown>]>([
    ['no key', { publicKey: undefined }],
    ['44 bytes for a key', { publicKey: '1'.repeat(44) }],
    ['a key that is not base58', { publicKey: '0'.repeat(40) }],
    ['63 bytes for a signature', { signature: base64(new Uint8Array(63)) }],
    ['65 bytes for a signature', { signature: base64(new Uint8Array(65)) }],
    ['a signature that is not base64', { signature: '*'.repeat(88) }],
    ['a message of 2,049 bytes', { signedMessage: base64(new Uint8Array(2049)) }],
    ['a message that is not text', { signedMessage: { length: 5 } }],
    ['a nonce with a quote', { nonce: "' OR 1=1 --" }],
    ['a nonce that is a list', { nonce: ['a'] }],
    ['an unknown field', { wallet: wallet('victim') }],
  ])('gets 400 if the request has %s, and the challenge stays valid', async (_what, change) => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    const answer = signed(signer, await visitor.challenge());
    const before = await contentsOf(server.database);
    const response = await visitor.send('POST', '/api/session', { ...answer, ...change });
    expect(response.status).toBe(400);
    expect(await contentsOf(server.database)).toEqual(before);
    expect((await visitor.send('POST', '/api/session', answer)).status).toBe(201);
  });
});

describe('30 concurrent sign-ins of one recruit, each for a different referrer', () => {
  test('all succeed, but only one proves a referral, and only one referrer gets points', async () => {
    const recruit = newSigner();
    const suitors = Array.from({ length: 30 }, (_, index) => wallet(`suitor ${index}`));
    const answers = await Promise.all(
      suitors.map(async (suitor) => {
        const visitor = new Visitor(server.url);
        const input = await visitor.challenge(suitor);
        return { visitor, answer: signed(recruit, input) };
      }),
    );
    const responses = await Promise.all(
      answers.map(({ visitor, answer }) => visitor.send('POST', '/api/session', answer)),
    );
    expect(tally(responses)).toEqual({ 201: 30 });
    const bodies = await Promise.all(responses.map((response) => response.json()));
    const credited = bodies.filter((body) => JSON.stringify(body).includes('"credited":true'));
    expect(credited).toHaveLength(1);
    const points = await Promise.all(
      suitors.map(async (suitor) => (await getStats(server.url, suitor)).points),
    );
    expect(points.sort((one, other) => other - one)).toEqual([
      1000,
      ...new Array<number>(29).fill(0),
    ]);
  });
});

describe('a session', () => {
  test('cannot be forged from its row in the database', async () => {
    const signer = newSigner();
    await signIn(signer);
    const { session } = await contentsOf(server.database);
    const row = session?.find((each) => JSON.stringify(each).includes(signer.address));
    expect(row).toBeDefined();
    for (const value of Object.values(row ?? {})) {
      const thief = new Visitor(server.url);
      thief.cookies.set(SESSION, encodeURIComponent(`${SESSION}:${String(value)}`));
      expect((await thief.session()).wallet).toBeNull();
    }
  });

  test('is rejected if the signature in its cookie is missing or wrong', async () => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    await visitor.signIn(signer);
    const [value = ''] = (visitor.cookies.get(SESSION) ?? '').split('.', 1);
    expect(value).not.toBe('');
    for (const forged of [value, `${value}.`, `${value}.${'A'.repeat(43)}`]) {
      visitor.cookies.set(SESSION, forged);
      expect((await visitor.session()).wallet).toBeNull();
    }
  });

  test('is not opened by the cookie of a challenge, and a challenge does not reuse the secret of a session', async () => {
    const [visitor, signer] = [new Visitor(server.url), newSigner()];
    await visitor.challenge();
    await visitor.signIn(signer);
    const cookies = [visitor.cookies.get('__Host-challenge'), visitor.cookies.get(SESSION)];
    const [challenge = '', session = ''] = cookies;
    visitor.cookies.set(SESSION, challenge);
    expect((await visitor.session()).wallet).toBeNull();
    visitor.cookies.set('__Host-challenge', session);
    const asked = await visitor.send('POST', '/api/session/challenge', {});
    const [bound = ''] = asked.headers.getSetCookie();
    const [, secret = ''] = /:([^.]+)/.exec(decodeURIComponent(session)) ?? [];
    expect(bound).toMatch(new RegExp(`^__Host-challenge=(?!.*${secret})`));
  });
});

test('after all attacks, points on the leaderboard are 1,000 per proven recruit plus a multiple of 100', async () => {
  const { entries } = await getLeaderboard(server.url, '?limit=100');
  expect(entries).not.toEqual([]);
  for (const { points, provenRecruits } of entries) {
    expect(points - 1000 * provenRecruits).toBeGreaterThanOrEqual(0);
    expect((points - 1000 * provenRecruits) % 100).toBe(0);
  }
});
