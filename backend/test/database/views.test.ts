import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Database } from '../../src/database/database.js';
import type { Job } from '../../src/database/writer.js';
import { act } from '../../src/ops/actions.js';
import { checkIn } from '../../src/points/check-in.js';
import { recordClaims } from '../../src/referral/claims.js';
import { endClaims, prove } from '../../src/referral/record.js';
import { joinWallets } from '../../src/wallet/wallets.js';
import { SettableClock } from '../support/settable-clock.js';
import { withDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';

const [top, recruit, rumour, hearsay] = [
  wallet('top'),
  wallet('recruit'),
  wallet('rumour'),
  wallet('hearsay'),
];

const at = (day: number, hour = 12): string => `2026-11-${day}T${hour}:00:00.000Z`;

/** Inserts a direct proof, a claim that is proven later, check-ins, a ban and a revocation, both undone. */
async function play({ writer }: Database): Promise<void> {
  const clock = new SettableClock(at(20));
  const write = (hour: number, day: number, job: Job<unknown>): Promise<unknown> => {
    clock.set(at(day, hour));
    return writer.write(job);
  };
  const claim =
    (recruited: string, referrer: string): Job<unknown> =>
    (manager) =>
      recordClaims(manager, [{ recruit: recruited, referrer }], clock.now(), '');
  const sign =
    (recruited: string): Job<unknown> =>
    (manager) =>
      prove(
        manager,
        { recruit: recruited, referrer: top, message: 'm', signature: 's' },
        clock.now(),
      );
  await write(12, 20, (manager) =>
    joinWallets(manager, [top, recruit, rumour, hearsay], clock.now()),
  );
  await write(13, 20, sign(recruit));
  await write(14, 20, claim(rumour, top));
  await write(15, 20, claim(hearsay, recruit));
  await write(12, 21, (manager) => checkIn(manager, top, clock.now()));
  await write(13, 21, sign(rumour));
  await write(13, 21, (manager) => endClaims(manager, [hearsay], 'declined', clock.now()));
  const acts = [
    ['ban', top, 'bought recruits'],
    ['unban', top, 'did not'],
    ['revoke', rumour, 'a wallet of its own'],
    ['unrevoke', rumour, 'it was not'],
  ] as const;
  for (const [index, [action, subject, why]] of acts.entries()) {
    clock.set(at(21, 14 + index));
    await act(writer, clock, action, subject, why);
  }
}

async function withCampaign(work: (database: Database) => Promise<void>): Promise<void> {
  await withDatabase(async (database) => {
    await play(database);
    await work(database);
  });
}

describe('whoever looks with a shell', () => {
  test('sees on each day a recruit who proves in one step once', async () => {
    const row = z.object({
      day: z.string(),
      joined: z.coerce.number(),
      claims: z.coerce.number(),
      proofs: z.coerce.number(),
      check_ins: z.coerce.number(),
    });
    await withCampaign(async ({ reader }) => {
      expect(await reader.select(row, 'SELECT * FROM daily_activity')).toEqual([
        { day: '2026-11-20', joined: 4, claims: 2, proofs: 1, check_ins: 0 },
        { day: '2026-11-21', joined: 0, claims: 0, proofs: 1, check_ins: 1 },
      ]);
    });
  });

  test('compares a view’s times with those that the database makes', async () => {
    const row = z.object({ recruit: z.string() });
    const noon = { sqlite: "datetime('2026-11-20 13:00')", postgres: "'2026-11-20 13:00:00'" };
    await withCampaign(async ({ reader }) => {
      const since = `SELECT recruit FROM recruits WHERE proven_at > ${noon[databaseKind]}`;
      expect(await reader.select(row, since)).toEqual([{ recruit: rumour }]);
    });
  });

  test('reads the story of one wallet, by time', async () => {
    const row = z.object({ at: z.string(), event: z.string() });
    const storyOf = async ({ reader }: Database, address = ''): Promise<string[]> => {
      const sql = 'SELECT at, event FROM wallet_story WHERE wallet = $1';
      const story = await reader.select(row, sql, [address]);
      return story.map((each) => `${each.at.slice(8, 13)} ${each.event}`);
    };
    await withCampaign(async (database) => {
      expect(await storyOf(database, top)).toEqual([
        '20 12 joined as number 1',
        `20 13 recruit proven: ${recruit}`,
        `20 13 points +1000, 1000 in all: recruited ${recruit}`,
        `20 14 recruit claimed: ${rumour}`,
        '21 12 checked in for 2026-11-21',
        '21 12 points +100, 1100 in all: checked in on 2026-11-21',
        `21 13 recruit proven: ${rumour}`,
        `21 13 points +1000, 2100 in all: recruited ${rumour}`,
        '21 14 operator: ban (bought recruits)',
        '21 14 points -2100, 0 in all: banned: bought recruits',
        '21 15 operator: unban (did not)',
        '21 15 points +2100, 2100 in all: no longer banned: did not',
        `21 16 points -1000, 1100 in all: took back entry 3: recruited ${rumour}`,
        '21 17 points +1000, 2100 in all: took back entry 6, which took back entry 3',
      ]);
      expect(await storyOf(database, rumour)).toEqual([
        '20 12 joined as number 3',
        `20 14 was claimed as a recruit of ${top}`,
        `21 13 proved to be a recruit of ${top}`,
        '21 16 operator: revoke (a wallet of its own)',
        '21 17 operator: unrevoke (it was not)',
      ]);
      expect(await storyOf(database, hearsay)).toEqual([
        '20 12 joined as number 4',
        `20 15 was claimed as a recruit of ${recruit}`,
        `21 13 claim by ${recruit} ended: declined`,
      ]);
      expect(await storyOf(database, recruit)).toContain(
        `21 13 claim of ${hearsay} ended: declined`,
      );
    });
  });
});
