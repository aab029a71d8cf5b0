import { afterEach, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from '../../src/database/database.js';
import { SqlMigration } from '../../src/database/migrations/sql-migration.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { openDatabase } from '../../src/open-database.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { writeBackup } from '../../src/ops/backup.js';
import { restoreBackup } from '../../src/ops/restore.js';
import { Doctor } from '../../src/doctor/doctor.js';
import { recordClaims } from '../../src/referral/claims.js';
import { prove } from '../../src/referral/record.js';
import { SignInChallengeRepository } from '../../src/sign-in/sign-in-challenge.repository.js';
import { Settings } from '../../src/settings.js';
import { SettableClock } from '../support/settable-clock.js';
import { openShell } from '../support/shell.js';
import {
  withDatabaseUrl,
  withEmptyDatabaseUrl,
  withFolder,
} from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';
import { select } from '../../src/database/reader.js';

class AddNickname1799999999999 extends SqlMigration {
  private readonly both = `
ALTER TABLE wallet ADD COLUMN nickname varchar;

UPDATE wallet SET nickname = 'number ' || joined_number`;

  readonly sql = { sqlite: this.both, postgres: this.both };
}

/** The program's own list, so the program also runs a migration that a test appends. */
const RELEASED = MIGRATIONS as (new () => SqlMigration)[];
const releaseNext = (): number => RELEASED.push(AddNickname1799999999999);

afterEach(() => {
  if (RELEASED.at(-1) === AddNickname1799999999999) RELEASED.pop();
});

const clock = new SettableClock('2026-11-21T12:00:00.000Z');
const [top, recruit, claimed] = [wallet('top'), wallet('recruit'), wallet('claimed')];

async function withOpen<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(new Settings({ DATABASE_URL: url }).database);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const fill = (url: string): Promise<void> =>
  withOpen(url, async ({ writer }) => {
    await writer.write(async (manager) => {
      const proof = { recruit, referrer: top, message: 'm', signature: 's' };
      await prove(manager, proof, clock.now());
      await recordClaims(manager, [{ recruit: claimed, referrer: recruit }], clock.now(), '');
    });
    await new ModerationService(writer, clock).ban(claimed, 'a joke');
  });

/** Returns the faults that doctor finds, except the invalid signature that `fill` inserts. */
async function faultsOf(database: Database): Promise<string[]> {
  const { checks } = await new Doctor(database, clock).look();
  const faults = checks.flatMap((check) => check.faults);
  return faults.filter((fault) => !fault.startsWith('entry 0 of the log'));
}

const nameRow = z.object({ nickname: z.string() });

async function expectUpgraded(url: string): Promise<void> {
  await withOpen(url, async (database) => {
    const { reading, writer } = database;
    const sql = 'SELECT nickname FROM wallet ORDER BY joined_number';
    const names = await select(reading, nameRow, sql);
    expect(names.map(({ nickname }) => nickname)).toEqual(['number 1', 'number 2', 'number 3']);
    await writer.write((manager) =>
      recordClaims(manager, [{ recruit: wallet('new'), referrer: top }], clock.now(), ''),
    );
    expect(await faultsOf(database)).toEqual([]);
  });
}

/** Number of migrations in an earlier build. */
const EARLIER_BUILD = 3;

const ANSWERED_CHALLENGE = `
INSERT INTO sign_in_challenge (nonce, browser_hash, issued_at, expires_at, used_at, input)
VALUES ($1, $2, '2026-11-21T12:00:00.000Z', $3, '2026-11-21T12:01:00.000Z', '{}')`;

test('an upgraded database of an earlier build keeps an answered challenge, and passes doctor', async () => {
  const [answered, another] = [wallet('answered'), wallet('another')];
  const expirationTime = '2026-11-21T12:05:00.000Z';
  await withEmptyDatabaseUrl(async (url) => {
    const later = RELEASED.splice(EARLIER_BUILD);
    try {
      await withOpen(url, () => Promise.resolve());
    } finally {
      RELEASED.push(...later);
    }
    const shell = await openShell(url);
    await shell.query(ANSWERED_CHALLENGE, [answered, 'a'.repeat(64), expirationTime]);
    await shell.destroy();
    await withOpen(url, async (database) => {
      const challenges = [answered, another].map((nonce) => ({ nonce, expirationTime }));
      const marked = await database.writer.write((manager) =>
        new SignInChallengeRepository(manager).markUsed(challenges),
      );
      expect(marked).toEqual(new Set([another]));
      expect(await faultsOf(database)).toEqual([]);
    });
  });
});

describe('a migration of a later release', () => {
  test('fills its column in the existing rows; after another claim, doctor finds no new fault', async () => {
    await withDatabaseUrl(async (url) => {
      await fill(url);
      releaseNext();
      await expectUpgraded(url);
    });
  });

  test('runs even if a view of the earlier release is missing and an unknown view exists', async () => {
    await withDatabaseUrl(async (url) => {
      await fill(url);
      const shell = await openShell(url);
      await shell.query('DROP VIEW leaderboard');
      await shell.query('CREATE VIEW former AS SELECT address FROM wallet');
      await shell.destroy();
      releaseNext();
      await expectUpgraded(url);
    });
  });

  test('is rolled back if the database has an unknown table, and runs after the table is dropped', async () => {
    await withDatabaseUrl(async (url) => {
      await fill(url);
      const shell = await openShell(url);
      await shell.query('CREATE TABLE evil (name varchar)');
      releaseNext();
      await expect(withOpen(url, () => Promise.resolve())).rejects.toThrow(
        'which has a foreign table evil, which could do harm: the database was left unchanged',
      );
      await expect(shell.query('SELECT nickname FROM wallet')).rejects.toThrow('nickname');
      await shell.query('DROP TABLE evil');
      await shell.destroy();
      await expectUpgraded(url);
    });
  });

  (databaseKind === 'sqlite' ? test : test.skip)(
    'is applied to a restored backup of the earlier release',
    async () => {
      await withFolder(async (folder) => {
        const [path, file] = [join(folder, 'test.sqlite'), join(folder, 'backup.sqlite')];
        await fill(`sqlite:${path}`);
        await writeBackup(path, file, false);
        releaseNext();
        await restoreBackup(file, path, true);
        await expectUpgraded(`sqlite:${path}`);
      });
    },
  );
});
