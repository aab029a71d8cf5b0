import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { RejectedCycles, recordClaims } from '../../src/referral/claims.js';
import { claim } from '../support/api.js';
import { SettableClock } from '../support/settable-clock.js';
import { newSigner, type Signer } from '../support/signer.js';
import { withDatabase } from '../support/temporary-database.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const NOW = new Date('2026-11-01T12:00:00.000Z');

const edge = (referrer: string, recruit: string) => ({
  referrer: wallet(referrer),
  recruit: wallet(recruit),
});

/** Records claims as one batch. Returns the verdicts, and the number of searches for cycles. */
async function record(
  { writer }: Database,
  claims: readonly { readonly referrer: string; readonly recruit: string }[],
  rejected: RejectedCycles,
) {
  let searches = 0;
  const outcomes = await writer.write(async (manager) => {
    searches = 0;
    const query = manager.query.bind(manager);
    manager.query = (sql, ...rest) => {
      if (sql.includes('RECURSIVE')) searches += 1;
      return query(sql, ...rest);
    };
    try {
      return await recordClaims(manager, claims, NOW, '', rejected);
    } finally {
      manager.query = query;
    }
  });
  const verdicts = outcomes.map((outcome) => {
    if (typeof outcome === 'symbol') return 'again';
    return outcome.verdict === 'rejected' ? outcome.reason : outcome.verdict;
  });
  for (const [index, outcome] of outcomes.entries()) {
    const sent = claims[index];
    if (typeof outcome === 'symbol' || sent === undefined) continue;
    if (outcome.lastEnd !== undefined) rejected.add(sent, outcome.lastEnd);
  }
  return { verdicts, searches };
}

test('decides equal claims of a batch once', async () => {
  await withDatabase(async (database) => {
    const rejected = new RejectedCycles();
    const same = Array.from({ length: 5 }, () => edge('top', 'one'));
    expect(await record(database, same, rejected)).toEqual({
      verdicts: ['new', 'recorded', 'recorded', 'recorded', 'recorded'],
      searches: 0,
    });
    const cyclic = Array.from({ length: 5 }, () => edge('one', 'top'));
    expect(await record(database, cyclic, rejected)).toEqual({
      verdicts: cyclic.map(() => 'cycle'),
      searches: 1,
    });
  });
});

test('rejects a repeated cycle without a search, and searches again when a referral has ended', async () => {
  await withDatabase(async (database) => {
    const rejected = new RejectedCycles();
    const [cycle, other] = [edge('one', 'top'), edge('one two', 'top two')];
    await record(database, [edge('top', 'one'), edge('top two', 'one two')], rejected);
    expect(await record(database, [cycle], rejected)).toEqual({ verdicts: ['cycle'], searches: 1 });
    expect(await record(database, [cycle, other], rejected)).toEqual({
      verdicts: ['cycle', 'cycle'],
      searches: 1,
    });
    const clock = new SettableClock(NOW.toISOString());
    await new ModerationService(database.writer, clock).revoke(wallet('one'), 'why');
    expect(await record(database, [cycle], rejected)).toEqual({ verdicts: ['new'], searches: 0 });
    expect(await record(database, [other], rejected)).toEqual({ verdicts: ['cycle'], searches: 1 });
  });
});

test('rejects a repeated cycle as taken once its recruit has another referrer', async () => {
  await withDatabase(async (database) => {
    const rejected = new RejectedCycles();
    await record(database, [edge('top', 'one')], rejected);
    const cycle = edge('one', 'top');
    expect((await record(database, [cycle], rejected)).verdicts).toEqual(['cycle']);
    expect((await record(database, [edge('other', 'top')], rejected)).verdicts).toEqual(['new']);
    expect((await record(database, [cycle], rejected)).verdicts).toEqual(['taken']);
  });
});

test('does not let a rejected cycle postpone another claim that needs a search', async () => {
  await withDatabase(async (database) => {
    const rejected = new RejectedCycles();
    await record(database, [edge('top', 'one'), edge('leader', 'below')], rejected);
    const claims = [edge('one', 'top'), edge('top', 'leader')];
    expect((await record(database, claims, rejected)).verdicts).toEqual(['cycle', 'again']);
    expect((await record(database, claims, rejected)).verdicts).toEqual(['cycle', 'new']);
  });
});

describe('a claim that was rejected as a cycle', () => {
  let server: TestServer;
  let recruit: Signer;

  beforeEach(async () => {
    server = await startTestServer({ TRUST_PROXY: '1' }, new SettableClock(NOW.toISOString()));
    recruit = newSigner();
    expect((await claim(server.url, wallet('top'), recruit.address)).status).toBe(201);
    for (let times = 0; times < 2; times += 1) expect(await closeCycle()).toBe(422);
  });

  afterEach(() => server.close());

  const closeCycle = async (): Promise<number> =>
    (await claim(server.url, recruit.address, wallet('top'))).status;

  test('is accepted after a wallet of its chain has declined', async () => {
    const visitor = new Visitor(server.url);
    await visitor.signIn(recruit);
    expect((await visitor.send('DELETE', '/api/referral')).status).toBe(204);
    expect(await closeCycle()).toBe(201);
  });

  test('is accepted after a wallet of its chain has proven another referrer', async () => {
    await new Visitor(server.url).signIn(recruit, wallet('another'));
    expect(await closeCycle()).toBe(201);
  });

  test('is accepted after the operator has revoked a referral of its chain', async () => {
    const clock = new SettableClock(NOW.toISOString());
    await new ModerationService(server.database.writer, clock).revoke(recruit.address, 'why');
    expect(await closeCycle()).toBe(201);
  });
});
