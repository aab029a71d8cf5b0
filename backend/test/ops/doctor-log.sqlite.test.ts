import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { Clock } from '../../src/core/clock.js';
import type { Database } from '../../src/database/database.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { Doctor } from '../../src/doctor/doctor.js';
import { seedWallets } from '../support/data/seed.js';
import { openShell } from '../support/shell.js';
import { withDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';
import { select } from '../../src/database/reader.js';

const writtenBack = z.array(z.object({ busy: z.int() }));

async function findProvenRecruit({ reading }: Database): Promise<string> {
  const [referral] = await select(
    reading,
    z.object({ recruit: z.string() }),
    "SELECT recruit FROM referral WHERE status = 'proven'",
  );
  return referral?.recruit ?? '';
}

test('doctor lets SQLite truncate the write-ahead log after each check, and during the check of the transparency log', async () => {
  await withDatabase(async (database, path) => {
    await seedWallets(database.writer, 50, 'http://localhost:3000');
    await new ModerationService(database.writer, new Clock()).revoke(
      await findProvenRecruit(database),
      'a test',
    );
    const server = await openShell(`sqlite:${path}`);
    const wereInTheWay: boolean[] = [];
    const measureStorage = async () => {
      const now = new Date().toISOString();
      const newcomer = wallet(`newcomer ${wereInTheWay.length}`);
      await server.query(
        `INSERT INTO wallet (address, joined_at) VALUES ('${newcomer}', '${now}')`,
      );
      const [outcome] = writtenBack.parse(await server.query('PRAGMA wal_checkpoint(TRUNCATE)'));
      wereInTheWay.push(outcome?.busy === 1);
      return database.measureStorage();
    };
    const watched = Object.assign(Object.create(database) as Database, { measureStorage });
    const { checks } = await new Doctor(watched, new Clock()).look();
    expect(checks.flatMap(({ faults }) => faults)).toEqual([]);
    expect(wereInTheWay).not.toContain(true);
    expect(wereInTheWay.length).toBeGreaterThan(checks.length);
    await server.destroy();
  });
});
