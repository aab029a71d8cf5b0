import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Database } from '../../src/database/database.js';
import { withDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';

const [top, recruit, rumour, hearsay] = ['top', 'recruit', 'rumour', 'hearsay'].map(wallet);

const at = (day: number, hour = 12): string => `2026-11-${day}T${hour}:00:00.000Z`;

/** Who proves in one step, who is claimed and proves later, who checks in; a ban and a revocation, both taken back. */
const CAMPAIGN = [
  `INSERT INTO wallet (address, joined_at) VALUES ${[top, recruit, rumour, hearsay].map((each) => `('${each}', '${at(20)}')`).join()}`,
  `INSERT INTO referral (recruit, referrer, status, claimed_at, proven_at, message, signature)
   VALUES ('${recruit}', '${top}', 'proven', '${at(20, 13)}', '${at(20, 13)}', 'm', 's')`,
  `INSERT INTO referral (recruit, referrer, status, claimed_at) VALUES ('${rumour}', '${top}', 'claimed', '${at(20, 14)}')`,
  `INSERT INTO check_in VALUES ('${top}', '2026-11-21', '${at(21)}')`,
  `UPDATE referral SET status = 'proven', proven_at = '${at(21, 13)}', message = 'm', signature = 's' WHERE recruit = '${rumour}'`,
  `INSERT INTO referral (recruit, referrer, status, claimed_at) VALUES ('${hearsay}', '${recruit}', 'claimed', '${at(20, 15)}')`,
  `INSERT INTO ended_claim (recruit, referrer, claimed_at, reason, ended_at)
   VALUES ('${hearsay}', '${recruit}', '${at(20, 15)}', 'declined', '${at(21, 13)}')`,
  ...[
    ['ban', top, 'bought recruits', 14],
    ['unban', top, 'did not', 15],
    ['revoke', rumour, 'a wallet of its own', 16],
    ['unrevoke', rumour, 'it was not', 17],
  ].map(
    ([action, subject, why, hour]) =>
      `INSERT INTO operator_action (action, subject, why, acted_at) VALUES ('${action}', '${subject}', '${why}', '${at(21, Number(hour))}')`,
  ),
];

async function withCampaign(work: (database: Database) => Promise<void>): Promise<void> {
  await withDatabase(async (database) => {
    for (const sql of CAMPAIGN) await database.writer.write((manager) => manager.query(sql));
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

  test('reads what each entry of the ledger was for', async () => {
    const row = z.object({ number: z.int(), points: z.int(), what_for: z.string() });
    await withCampaign(async ({ reader }) => {
      const sql = 'SELECT number, points, what_for FROM ledger ORDER BY number';
      expect(
        (await reader.select(row, sql)).map(({ points, what_for: what }) => [points, what]),
      ).toEqual([
        [1000, `recruited ${recruit}`],
        [100, 'checked in on 2026-11-21'],
        [1000, `recruited ${rumour}`],
        [-2100, 'banned: bought recruits'],
        [2100, 'no longer banned: did not'],
        [-1000, `took back entry 3: recruited ${rumour}`],
        [1000, 'took back entry 6, which took back entry 3'],
      ]);
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
