import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { Clock } from '../../src/core/clock.js';
import { Doctor } from '../../src/doctor/doctor.js';
import { eventually } from '../support/eventually.js';
import { openShell } from '../support/shell.js';
import { withDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';
import { select } from '../../src/database/reader.js';

const NOW = '2026-11-21T12:00:00.000Z';

const WAITING = `
SELECT count(*) AS n FROM pg_locks
WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND locktype = 'advisory' AND NOT granted`;

const countRow = z.object({ n: z.int() });

const claimBy = (recruit: string): string[] => [
  `INSERT INTO wallet (address, joined_at) VALUES ('${wallet(recruit)}', '${NOW}')`,
  `INSERT INTO referral (recruit, referrer, status, claimed_at)
   VALUES ('${wallet(recruit)}', '${wallet('top')}', 'claimed', '${NOW}')`,
];

test('a repair waits for an open write transaction, and then leaves no fault', async () => {
  await withDatabase(async (database, url) => {
    const shell = await openShell(url);
    const run = async (statements: readonly string[]): Promise<void> => {
      for (const statement of statements) await shell.query(statement);
    };
    await run([`INSERT INTO wallet (address, joined_at) VALUES ('${wallet('top')}', '${NOW}')`]);
    await run(["INSERT INTO internal_point_count (board, points, wallets) VALUES ('', 0, 7)"]);
    await run(['BEGIN', 'SELECT pg_advisory_xact_lock(20563, 1)', ...claimBy('meanwhile')]);
    const repair = new Doctor(database, new Clock()).repair();
    await eventually(async () => {
      const [row] = await select(database.reading, countRow, WAITING);
      return row?.n;
    }, 1);
    await run(['COMMIT']);
    const { ok, repairs, checks } = await repair;
    expect({ ok, faults: checks.flatMap(({ faults }) => faults) }).toEqual({
      ok: true,
      faults: [],
    });
    expect(repairs.map(({ error }) => error)).toEqual([null]);
    await shell.destroy();
  });
});

test('a repair advances a sequence that is behind the rows, so that the next insert succeeds', async () => {
  await withDatabase(async (database, url) => {
    const shell = await openShell(url);
    const join = (name: string): Promise<unknown> =>
      shell.query(`INSERT INTO wallet (address, joined_at) VALUES ('${wallet(name)}', '${NOW}')`);
    await join('first');
    await join('second');
    await shell.query("SELECT setval('wallet_joined_number_seq', 1, false)");
    await expect(join('third')).rejects.toThrow('a wallet must be new');
    const doctor = new Doctor(database, new Clock());
    const { checks } = await doctor.look();
    expect(checks.flatMap(({ faults }) => faults)).toEqual([
      'the next number in wallet is 2, but the highest is 2',
    ]);
    expect((await doctor.repair()).ok).toBe(true);
    await join('third');
    await shell.destroy();
  });
});

test('a repair adds missing points even if the sequence of the ledger is behind its rows', async () => {
  await withDatabase(async (database, url) => {
    const shell = await openShell(url);
    const visitor = wallet('top');
    const checkIn = (day: string): Promise<unknown> =>
      shell.query(`INSERT INTO check_in VALUES ('${visitor}', '${day}', '${day}T12:00:00.000Z')`);
    await shell.query(`INSERT INTO wallet (address, joined_at) VALUES ('${visitor}', '${NOW}')`);
    await checkIn('2026-11-20');
    const doctor = new Doctor(database, new Clock());
    expect((await doctor.repair()).ok).toBe(true);
    await checkIn('2026-11-21');
    await shell.query("SELECT setval('ledger_entry_number_seq', 1, false)");
    const { ok, repairs } = await doctor.repair();
    expect(repairs.map(({ error }) => error)).toEqual([null, null]);
    expect(ok).toBe(true);
    await shell.destroy();
  });
});
