import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { insertMany } from '../support/data/insert-many.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { Registry } from 'prom-client';
import { SuspicionRepository } from '../../src/wallet/suspicion.repository.js';
import { SuspectCount } from '../../src/metrics/suspects.js';
import { prove } from '../../src/referral/record.js';
import { SettableClock } from '../support/settable-clock.js';
import { withDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';
import { select } from '../../src/database/reader.js';
import type { Writer } from '../../src/database/writer.js';

const row = z.object({ wallet: z.string(), reason: z.string() });

type Recruit = readonly [referrer: string, recruit: string, provenAt: string];

const at = (day: number, hour: number): string =>
  `2026-11-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`;

/** Returns the rows of the view `suspects` for this data, and checks that the metric counts their wallets. */
async function suspectsOf(
  recruits: readonly Recruit[],
  visits: readonly (readonly [recruit: string, time: string])[] = [],
  claims: readonly Recruit[] = [],
): Promise<z.infer<typeof row>[]> {
  let found: z.infer<typeof row>[] = [];
  await withDatabase(async ({ reading, writer }) => {
    const known = new Set(
      [...recruits, ...claims].flatMap(([referrer, recruit]) => [referrer, recruit]),
    );
    const wallets = [...known, wallet('visitor')].map((address) => [address, at(1, 10)]);
    await insertMany(writer, 'wallet (address, joined_at)', wallets);
    const entries = recruits.map((_recruit, index) => [index, '{}']);
    await insertMany(writer, 'log_entry (log_index, entry)', entries);
    await insertMany(
      writer,
      'referral (recruit, referrer, status, claimed_at, proven_at, log_index, week)',
      recruits.map(([referrer, recruit, time], index) => [
        recruit,
        referrer,
        'proven',
        time,
        time,
        index,
        '2026-W47',
      ]),
    );
    await insertMany(
      writer,
      'referral (recruit, referrer, status, claimed_at)',
      claims.map(([referrer, recruit, time]) => [recruit, referrer, 'claimed', time]),
    );
    const checkIns = [...visits, [wallet('visitor'), at(20, 10)] as const].map(
      ([address, time]) => [address, time.slice(0, 10), time],
    );
    await insertMany(writer, 'check_in (wallet, day, checked_in_at)', checkIns);
    found = await select(reading, row, 'SELECT wallet, reason FROM suspects');
    const registry = new Registry();
    new SuspectCount(new SuspicionRepository(reading.manager), registry);
    const counted = new Set(found.map((sign) => sign.wallet)).size;
    expect(await registry.metrics()).toContain(`\npyramidion_suspects ${counted}\n`);
  });
  return found;
}

const top = wallet('top');
const crowd = Array.from({ length: 20 }, (_, index) => wallet(`recruit ${index}`));

describe('revoking all recruits of a referrer since a time', () => {
  test('revokes each proof since that time by an action of its own, but no earlier proof', async () => {
    await withDatabase(async (database) => {
      const recruits = crowd.slice(0, 4);
      await insertMany(
        database.writer,
        'wallet (address, joined_at)',
        [top, ...recruits].map((address) => [address, at(1, 10)]),
      );
      for (const [day, recruit] of recruits.entries()) {
        const proof = { recruit, referrer: top, message: 'm', signature: 's' };
        await database.writer.write((manager) => prove(manager, proof, new Date(at(day + 2, 12))));
      }
      const clock = new SettableClock(at(9, 12));
      const moderation = new ModerationService(database.writer, clock);
      const reports = await moderation.revokeSince(top, at(4, 12), 'keys of one person');
      expect(reports.map(({ number, subject, points }) => [number, subject, points])).toEqual([
        [1, recruits[2], 3000],
        [2, recruits[3], 2000],
      ]);
      await expect(moderation.revokeSince(top, at(4, 12), 'again')).rejects.toThrow(
        'it has no recruits since',
      );
    });
  });

  test('skips a recruit whose referral for another referrer is proven meanwhile', async () => {
    await withDatabase(async ({ writer }) => {
      const other = wallet('other');
      const [first = '', faithless = '', last = ''] = crowd;
      await insertMany(
        writer,
        'wallet (address, joined_at)',
        [top, other, first, faithless, last].map((address) => [address, at(1, 10)]),
      );
      await insertMany(
        writer,
        'referral (recruit, referrer, status, claimed_at)',
        [first, faithless, last].map((recruit, hour) => [recruit, top, 'claimed', at(2, hour)]),
      );
      const proof = { recruit: faithless, referrer: other, message: 'm', signature: 's' };
      const meanwhile = [
        () => writer.write((manager) => prove(manager, proof, new Date(at(3, 12)))),
      ];
      // The first transaction reads the list of recruits, and later ones revoke them.
      const interruptedWriter: Pick<Writer, 'write'> = {
        async write(job) {
          const outcome = await writer.write(job);
          await meanwhile.pop()?.();
          return outcome;
        },
      };
      const moderation = new ModerationService(interruptedWriter, new SettableClock(at(9, 12)));
      const reports = await moderation.revokeSince(top, at(1, 12), 'keys of one person');
      expect(reports.map(({ subject }) => subject)).toEqual([first, last]);
    });
  });
});

describe('the count of suspects', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('keeps its value after a failed query, which is repeated ten minutes later', async () => {
    let time = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => time);
    const countWallets = jest.fn(() => Promise.resolve(7));
    const suspects = new SuspectCount({ countWallets }, new Registry());
    expect(await suspects.read()).toBe(7);
    time += 600_000;
    countWallets.mockRejectedValueOnce(new Error('not now'));
    expect(await suspects.read()).toBe(7);
    countWallets.mockResolvedValue(8);
    expect(await suspects.read()).toBe(7);
    time += 600_000;
    expect(await suspects.read()).toBe(8);
  });

  test('is unknown, and its metric missing, after its first query failed; the query is repeated ten minutes later', async () => {
    let time = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => time);
    const registry = new Registry();
    const countWallets = jest.fn(() => Promise.resolve(7));
    countWallets.mockRejectedValueOnce(new Error('not now'));
    const suspects = new SuspectCount({ countWallets }, registry);
    expect(await suspects.read()).toBeNull();
    expect(await registry.metrics()).not.toMatch(/^pyramidion_suspects/m);
    time += 600_000;
    expect(await suspects.read()).toBe(7);
  });
});

describe('the view of suspects', () => {
  test('omits a referrer whose 20 recruits sign and return in different hours, if one of them has a recruit', async () => {
    const honest = crowd.map((recruit, index): Recruit => [top, recruit, at(2, index)]);
    const below: Recruit = [crowd[0] ?? '', wallet('below'), at(3, 5)];
    const visits = crowd.map((recruit, index) => [recruit, at(4, index)] as const);
    expect(await suspectsOf([...honest, below], visits)).toEqual([]);
  });

  test('lists a referrer with 20, but not with 19, recruits who sign within an hour, recruit nobody and never return', async () => {
    const farm = crowd.map((recruit): Recruit => [top, recruit, at(2, 12)]);
    expect(await suspectsOf(farm)).toEqual([
      {
        wallet: top,
        reason: 'burst: 20 recruits signed within the hour from 2026-11-02T12:00 UTC',
      },
      { wallet: top, reason: 'gone: of 20 recruits, none came back on another day' },
      { wallet: top, reason: 'star: of 20 recruits, none has recruited anybody' },
    ]);
    expect(await suspectsOf(farm.slice(1))).toEqual([]);
  });

  test('lists a referrer with 20 recruits who return within the same hour', async () => {
    const farm = crowd.map((recruit, index): Recruit => [top, recruit, at(2, index)]);
    const visits = crowd.map((recruit) => [recruit, at(3, 7)] as const);
    expect((await suspectsOf(farm, visits)).map(({ reason }) => reason)).toContain(
      'shared hour: 20 recruits came back within the hour from 2026-11-03T07:00 UTC',
    );
  });

  test('lists the top of a chain in which 11 wallets have one recruit each', async () => {
    const chain = crowd
      .slice(0, 11)
      .map((recruit, index, all): Recruit => [all[index - 1] ?? top, recruit, at(2, index)]);
    expect(await suspectsOf(chain)).toEqual([
      { wallet: top, reason: 'chain: 11 wallets in a row have one recruit each' },
    ]);
  });

  test('lists a wallet that is only claimed, if a chain of 10 proven recruits begins below it', async () => {
    const [claimed = '', ...rest] = crowd.slice(0, 11);
    const chain = rest.map((recruit, index): Recruit => [
      rest[index - 1] ?? claimed,
      recruit,
      at(2, index),
    ]);
    expect(await suspectsOf(chain, [], [[top, claimed, at(2, 0)]])).toEqual([
      { wallet: claimed, reason: 'chain: 10 wallets in a row have one recruit each' },
    ]);
    expect(await suspectsOf(chain.slice(1), [], [[top, claimed, at(2, 0)]])).toEqual([]);
  });
});
