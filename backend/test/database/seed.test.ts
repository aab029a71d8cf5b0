import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { Clock } from '../../src/core/clock.js';
import { Doctor } from '../../src/doctor/doctor.js';
import { contentsOf } from '../support/data/contents.js';
import { seedWallets } from '../support/data/seed.js';
import { withDatabase } from '../support/temporary-database.js';

const ORIGIN = 'http://localhost:3000';

const entryRow = z.object({ recorded_at: z.string() });

test('a seeded database passes doctor, has claims, proofs and check-ins, and a ledger in the order of time', async () => {
  await withDatabase(async (database) => {
    await seedWallets(database.writer, 200, ORIGIN);
    const { wallet = [], referral = [], check_in: checkIns = [] } = await contentsOf(database);
    const proven = referral.filter(({ status }) => status === 'proven').length;
    expect(wallet).toHaveLength(200);
    expect(proven).toBeGreaterThan(referral.length - proven);
    expect(referral.length - proven).toBeGreaterThan(40);
    expect(checkIns.length).toBeGreaterThan(100);
    const { checks } = await new Doctor(database, new Clock()).look();
    expect(checks.flatMap(({ faults }) => faults)).toEqual([]);

    const sql = 'SELECT recorded_at FROM ledger_entry ORDER BY number';
    const entries = await database.reader.select(entryRow, sql);
    const times = entries.map(({ recorded_at }) => recorded_at);
    expect(times.length).toBeGreaterThan(200);
    expect(times).toEqual(times.toSorted());
  });
});
