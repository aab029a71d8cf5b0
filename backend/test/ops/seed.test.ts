import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { Clock } from '../../src/core/clock.js';
import { Refused } from '../../src/ops/command.js';
import { Doctor } from '../../src/ops/doctor/doctor.js';
import { rejectPublic, seed, seedReportSchema } from '../../src/ops/seed/seed.js';
import { contentsOf } from '../support/data/contents.js';
import { withDatabase } from '../support/temporary-database.js';

const ORIGIN = 'http://localhost:3000';

describe('a seeded database', () => {
  test('passes doctor, and has claims, proofs and check-ins', async () => {
    await withDatabase(async (database) => {
      const report = await seed(database, 200, ORIGIN);
      expect(seedReportSchema.parse(report)).toEqual(report);
      expect(report.wallets).toBe(200);
      expect(report.proven).toBeGreaterThan(report.claimed);
      expect(report.claimed).toBeGreaterThan(40);
      expect(report.checkIns).toBeGreaterThan(100);
      const { checks } = await new Doctor(database, new Clock()).look();
      expect(checks.flatMap(({ faults }) => faults)).toEqual([]);
    });
  });

  test('has a ledger in the order of time', async () => {
    await withDatabase(async (database) => {
      await seed(database, 200, ORIGIN);
      const entry = z.object({ recorded_at: z.string() });
      const sql = 'SELECT recorded_at FROM ledger_entry ORDER BY number';
      const entries = await database.reader.select(entry, sql);
      const times = entries.map(({ recorded_at }) => recorded_at);
      expect(times.length).toBeGreaterThan(200);
      expect(times).toEqual(times.toSorted());
    });
  });

  test('cannot be seeded again', async () => {
    await withDatabase(async (database) => {
      await seed(database, 3, ORIGIN);
      const before = await contentsOf(database);
      const again = seed(database, 5, ORIGIN);
      await expect(again).rejects.toThrow(Refused);
      await expect(again).rejects.toThrow('there are 3 wallets in the database');
      expect(await contentsOf(database)).toEqual(before);
    });
  });

  test('cannot be created for a public site', () => {
    expect(() => rejectPublic('https://pyramidion.example')).toThrow(Refused);
    expect(() => rejectPublic('http://localhost.example')).toThrow(/a public site/);
    for (const origin of [ORIGIN, 'http://127.0.0.1:8080', 'http://[::1]:3000']) {
      expect(() => rejectPublic(origin)).not.toThrow();
    }
  });
});
