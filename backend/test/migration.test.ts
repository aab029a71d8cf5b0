import { describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from '../src/database/database.js';
import { openForReading, openForWriting } from '../src/database/sqlite/connection.js';
import { prepareDatabaseFile } from '../src/database/sqlite/database-file.js';
import { openSqlite } from '../src/database/sqlite/open-sqlite.js';
import { SCHEMA } from '../src/database/sqlite/schema.js';
import { walletsBefore } from '../src/leaderboard/place.js';
import { withFolder } from './temporary-database.js';
import { wallet } from './wallets.js';

const NOW = '2026-11-21T12:00:00.000Z';
const ADDRESSES = ['a', 'b', 'c', 'd'].map(wallet);
const [a, b, c, d] = ADDRESSES;

/** Two recruits of `a`, one of them taken back; check-ins; and the last wallet gone, so that its number is, too. */
const OLD_CONTENTS = [
  `INSERT INTO wallet (address, joined_at) VALUES ${[...ADDRESSES, wallet('e')].map((each) => `('${each}', '${NOW}')`).join()}`,
  `DELETE FROM wallet WHERE address = '${wallet('e')}'`,
  ...[b, c].map(
    (recruit = '') =>
      `INSERT INTO referral (recruit, referrer, status, claimed_at, proven_at, message, signature)
       VALUES ('${recruit}', '${a}', 'proven', '${NOW}', '${NOW}', 'm', 's')`,
  ),
  `INSERT INTO referral (recruit, referrer, status, claimed_at) VALUES ('${d}', '${b}', 'claimed', '${NOW}')`,
  `INSERT INTO check_in VALUES ('${a}', '2026-11-20', '2026-11-20T12:00:00.000Z')`,
  `INSERT INTO check_in VALUES ('${d}', '2026-11-21', '${NOW}')`,
  ...[1, 3].map(
    (number) =>
      `INSERT INTO points_entry (wallet, cause, reference, points, total, recorded_at)
       SELECT e.wallet, 'reversal', number, -e.points, w.points - e.points, '${NOW}'
       FROM points_entry AS e JOIN wallet AS w ON address = wallet WHERE number = ${number}`,
  ),
  `INSERT INTO sign_in_challenge VALUES ('${'n'.repeat(22)}', '${'c'.repeat(64)}', '${NOW}', '2026-11-21T12:05:00.000Z', NULL, 'd', 'u', 's', '1', 'mainnet', NULL)`,
  `INSERT INTO session VALUES ('${'a'.repeat(64)}', '${a}', '${NOW}', '2026-11-28T12:00:00.000Z', NULL, NULL, 'm', 's')`,
];

const TABLES = {
  wallet: 'joined_number, address, joined_at, direct_recruits, proven_recruits, points',
  referral: 'recruit, referrer, status, claimed_at, proven_at, message, signature, proof_number',
  points_entry: '*',
  check_in: '*',
  sign_in_challenge: '*',
  session: '*',
  sqlite_sequence: '*',
};

const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** A database as the version before left it. */
async function makeOldDatabase(path: string): Promise<Record<string, unknown>> {
  await prepareDatabaseFile(path);
  const old = await openForWriting(path, { ...SCHEMA, migrations: SCHEMA.migrations.slice(0, 2) });
  await old.runMigrations();
  for (const sql of OLD_CONTENTS) await old.query(sql);
  const contents: Record<string, unknown> = {};
  for (const [table, columns] of Object.entries(TABLES)) {
    contents[table] = await old.query(`SELECT ${columns} FROM ${table} ORDER BY 1, 2`);
  }
  await old.destroy();
  return contents;
}

async function contentsOf({ reader }: Database): Promise<Record<string, unknown>> {
  const contents: Record<string, unknown> = {};
  for (const [table, columns] of Object.entries(TABLES)) {
    contents[table] = await reader.select(row, `SELECT ${columns} FROM ${table} ORDER BY 1, 2`);
  }
  return contents;
}

const withoutMigrations = (contents: Record<string, unknown>): Record<string, unknown> => ({
  ...contents,
  sqlite_sequence: z
    .array(z.object({ name: z.string(), seq: z.int() }))
    .parse(contents.sqlite_sequence)
    .filter(({ name }) => name !== 'migrations'),
});

describe('a database of the version before', () => {
  test('keeps every row, number and total', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'test.sqlite');
      const before = await makeOldDatabase(path);
      const database = await openSqlite(path);
      expect(withoutMigrations(await contentsOf(database))).toEqual(withoutMigrations(before));
      await database.close();
    });
  });

  test('counts on from where it was: no number is given twice', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'test.sqlite');
      await makeOldDatabase(path);
      const database = await openSqlite(path);
      await database.writer.write((manager) =>
        manager.query(
          `INSERT INTO wallet (address, joined_at) VALUES ('${wallet('new')}', '${NOW}')`,
        ),
      );
      const numbers = await database.reader.select(
        row,
        'SELECT max(joined_number) AS number FROM wallet',
      );
      expect(numbers).toEqual([{ number: 6 }]);
      await database.close();
    });
  });

  test('is left as it is by a tool, since the server of that version may be serving it', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'test.sqlite');
      await makeOldDatabase(path);
      await expect(openSqlite(path, 'of a tool')).rejects.toThrow(
        `DATABASE_URL names ${path}, which an earlier version of this program has made: it was left as it is; make a backup, and start the server, which brings it up to date`,
      );
      const old = await openForReading(path, SCHEMA);
      expect(await old.query('SELECT count(*) AS count FROM migrations')).toEqual([{ count: 2 }]);
      await old.destroy();
    });
  });

  test('gives its wallets their places, and refuses a referral of a wallet that is not there', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'test.sqlite');
      await makeOldDatabase(path);
      const database = await openSqlite(path);
      expect(
        await database.reader.select(row, 'SELECT wallet, rank, recruits, points FROM leaderboard'),
      ).toEqual([
        { wallet: a, rank: 1, recruits: 2, points: 1000 },
        { wallet: b, rank: 2, recruits: 1, points: 0 },
      ]);
      expect(
        await database.reader.select(
          row,
          `SELECT address, 1 + ${walletsBefore('place')} AS rank FROM wallet WHERE place IS NOT NULL ORDER BY rank`,
        ),
      ).toEqual([
        { address: a, rank: 1 },
        { address: b, rank: 2 },
      ]);
      expect(await database.reader.select(row, 'PRAGMA foreign_keys')).toEqual([
        { foreign_keys: 1 },
      ]);
      expect(await database.reader.select(row, 'PRAGMA foreign_key_check')).toEqual([]);
      await database.close();
    });
  });
});
