import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Database } from '../../src/database/database.js';
import { nameRow, select, viewTime } from '../../src/database/reader.js';
import type { Job } from '../../src/database/writer.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { CheckInRepository } from '../../src/points/check-in.repository.js';
import { recordClaims } from '../../src/referral/claims.js';
import { prove } from '../../src/referral/record.js';
import { ReferralRepository } from '../../src/referral/referral.repository.js';
import { WalletRepository } from '../../src/wallet/wallet.repository.js';
import { SettableClock } from '../support/settable-clock.js';
import { insertMany } from '../support/data/insert-many.js';
import { withDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';

const [top, recruit, rumour, hearsay] = [
  wallet('top'),
  wallet('recruit'),
  wallet('rumour'),
  wallet('hearsay'),
];

const COLUMNS_OF_VIEWS = {
  sqlite: `
SELECT views.name AS view, columns.name AS "column", type
FROM (SELECT name FROM sqlite_schema WHERE type = 'view') AS views, pragma_table_info(views.name) AS columns`,
  postgres: `
SELECT table_name AS view, column_name AS "column", data_type AS type FROM information_schema.columns
WHERE table_schema = 'public' AND table_name IN (SELECT table_name FROM information_schema.views)`,
};

const at = (day: number, hour = 12): string => `2026-11-${day}T${hour}:00:00.000Z`;

/** Inserts a declined claim, proofs with and without an earlier claim, a check-in, an undone ban and an undone revocation. */
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
    new WalletRepository(manager).join([[top, recruit, rumour, hearsay]], clock.now()),
  );
  await write(13, 20, sign(recruit));
  await write(14, 20, claim(rumour, top));
  await write(15, 20, claim(hearsay, recruit));
  await write(12, 21, (manager) => new CheckInRepository(manager).checkIn([top], clock.now()));
  await write(13, 21, sign(rumour));
  await write(13, 21, (manager) =>
    new ReferralRepository(manager).endClaims([hearsay], 'declined', clock.now()),
  );
  const acts = [
    ['ban', top, 'bought recruits'],
    ['revoke', rumour, 'a wallet of its own'],
    ['unban', top, 'did not'],
    ['unrevoke', rumour, 'it was not'],
  ] as const;
  for (const [index, [action, subject, why]] of acts.entries()) {
    clock.set(at(21, 14 + index));
    await new ModerationService(writer, clock)[action](subject, why);
  }
}

/** Returns noon (UTC) `days` days ago, so that no test depends on the hour at which it runs. */
function daysAgo(days: number): string {
  const time = new Date(Date.now() - days * 86_400_000).toISOString();
  return `${time.slice(0, 10)}T12:00:00.000Z`;
}

function signedDaysAgo(
  writer: Database['writer'],
  referrals: readonly (readonly [recruit: string, referrer: string, days: number])[],
): Promise<void> {
  return writer.write(async (manager) => {
    for (const [signer, referrer, days] of referrals) {
      const proof = { recruit: signer, referrer, message: 'm', signature: 's' };
      await prove(manager, proof, new Date(daysAgo(days)));
    }
  });
}

async function withCampaign(work: (database: Database) => Promise<void>): Promise<void> {
  await withDatabase(async (database) => {
    await play(database);
    await work(database);
  });
}

/** A date in a view. PostgreSQL's driver returns it as midnight in the time zone of this process. */
const day = z.union([
  z.string(),
  z.date().transform((date) => {
    const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
    return parts.map((part) => String(part).padStart(2, '0')).join('-');
  }),
]);

describe('views:', () => {
  test('daily_activity counts a proof without an earlier claim only as a proof', async () => {
    const row = z.object({
      day,
      joined: z.coerce.number(),
      claims: z.coerce.number(),
      proofs: z.coerce.number(),
      check_ins: z.coerce.number(),
    });
    await withCampaign(async ({ reading }) => {
      expect(await select(reading, row, 'SELECT * FROM daily_activity')).toEqual([
        { day: '2026-11-20', joined: 4, claims: 2, proofs: 1, check_ins: 0 },
        { day: '2026-11-21', joined: 0, claims: 0, proofs: 1, check_ins: 1 },
      ]);
    });
  });

  test('proven_at in the view recruits can be compared with the result of a date function', async () => {
    const row = z.object({ recruit: z.string() });
    const noon = {
      sqlite: "datetime('2026-11-20 13:00')",
      postgres: "make_timestamptz(2026, 11, 20, 13, 0, 0, 'UTC')",
    };
    await withCampaign(async ({ reading }) => {
      const since = `SELECT recruit FROM recruits WHERE proven_at > ${noon[databaseKind]}`;
      expect(await select(reading, row, since)).toEqual([{ recruit: rumour }]);
    });
  });

  test('wallet_story lists the events of a wallet in order of time', async () => {
    const row = z.object({ at: viewTime, event: z.string() });
    const storyOf = async ({ reading }: Database, address = ''): Promise<string[]> => {
      const sql = 'SELECT at, event FROM wallet_story WHERE wallet = $1';
      const story = await select(reading, row, sql, [address]);
      return story.map((each) => `${each.at.slice(8, 13).replace('T', ' ')} ${each.event}`);
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
        `21 15 points -1000, -1000 in all: took back entry 3: recruited ${rumour}`,
        '21 15 points +1000, 0 in all: still banned',
        '21 16 operator: unban (did not)',
        '21 16 points +1100, 1100 in all: no longer banned: did not',
        '21 17 points +1000, 2100 in all: took back entry 5, which took back entry 3',
      ]);
      expect(await storyOf(database, rumour)).toEqual([
        '20 12 joined as number 3',
        `20 14 was claimed as a recruit of ${top}`,
        `21 13 proved to be a recruit of ${top}`,
        '21 15 operator: revoke (a wallet of its own)',
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

  test('growth counts the proofs per referrer in the last 7 days and in the 7 days before', async () => {
    await withDatabase(async ({ reading, writer }) => {
      const row = z.object({
        referrer: z.string(),
        this_week: z.coerce.number(),
        week_before: z.coerce.number(),
      });
      await signedDaysAgo(writer, [
        [rumour, top, 2],
        [hearsay, top, 9],
        [top, recruit, 10],
        [recruit, wallet('other'), 20],
      ]);
      expect(await select(reading, row, 'SELECT * FROM growth')).toEqual([
        { referrer: top, this_week: 1, week_before: 1 },
        { referrer: recruit, this_week: 0, week_before: 1 },
      ]);
    });
  });

  test('daily_activity counts the sign-ins of the last 7 days, and has null for earlier days', async () => {
    await withDatabase(async ({ reading, writer }) => {
      const recent = daysAgo(2);
      const row = z.object({ sign_ins: z.coerce.number().nullable() });
      await insertMany(writer, 'wallet (address, joined_at)', [
        [top, daysAgo(20)],
        [recruit, recent],
      ]);
      await insertMany(
        writer,
        'session (token_hash, wallet, created_at, expires_at, signature, message)',
        ['a', 'b'].map((digit) => [digit.repeat(64), top, recent, daysAgo(0), 's', 'm']),
      );
      expect(await select(reading, row, 'SELECT sign_ins FROM daily_activity')).toEqual([
        { sign_ins: null },
        { sign_ins: 2 },
      ]);
    });
  });

  test('claim_history says when and why a claim ended', async () => {
    const row = z.object({ recruit: z.string(), ended_at: viewTime, reason: z.string() });
    await withCampaign(async ({ reading }) => {
      expect(
        await select(reading, row, 'SELECT recruit, ended_at, reason FROM claim_history'),
      ).toEqual([{ recruit: hearsay, ended_at: at(21, 13), reason: 'declined' }]);
    });
  });

  test('operator_actions lists the actions of the operator', async () => {
    const row = z.object({ acted_at: viewTime, action: z.string(), subject: z.string() });
    await withCampaign(async ({ reading }) => {
      const [first, ...others] = await select(reading, row, 'SELECT * FROM operator_actions');
      expect(first).toEqual({ acted_at: at(21, 14), action: 'ban', subject: top });
      expect(others).toHaveLength(3);
    });
  });

  test('times have one format on SQLite and are timestamps on PostgreSQL; days are dates', async () => {
    await withCampaign(async ({ reading }) => {
      const typeRow = z.object({ view: z.string(), column: z.string(), type: z.string() });
      const columns = await select(reading, typeRow, COLUMNS_OF_VIEWS[databaseKind]);
      const times = columns.filter(({ column }) => /^(at|since|day|.*_at)$/.test(column));
      expect(times.length).toBeGreaterThan(15);
      if (databaseKind === 'postgres') {
        for (const { column, type } of times) {
          expect(type).toBe(column === 'day' ? 'date' : 'timestamp with time zone');
        }
        return;
      }
      for (const { view, column } of times) {
        const shown = `SELECT "${column}" AS name FROM ${view} WHERE "${column}" IS NOT NULL`;
        for (const { name } of await select(reading, nameRow, shown)) {
          expect(name).toMatch(column === 'day' ? /^[\d-]{10}$/ : /^[\d-]{10} [\d:]{8}$/);
        }
      }
    });
  });
});
