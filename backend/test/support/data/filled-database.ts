import { createEmptyDatabase, openForWriting } from '../../../src/database/sqlite/connection.js';
import { applyMigrations } from '../../../src/database/version.js';
import { wallet } from '../wallets.js';

const JOINED_AT = '2026-11-20T12:00:00.000Z';

/** Creates a database at `path` with a tree of claims and with check-ins. */
export async function fillDatabase(path: string, wallets = 2_000): Promise<void> {
  await createEmptyDatabase(path);
  const source = await openForWriting(path);
  await applyMigrations(source);
  await source.transaction(async (manager) => {
    for (let index = 0; index < wallets; index += 1) {
      await manager.query('INSERT INTO wallet (address, joined_at) VALUES (?, ?)', [
        wallet(index),
        JOINED_AT,
      ]);
    }
    await manager.query(CLAIMS);
    await manager.query(CHECK_INS);
    await manager.query(ENTRIES);
  });
  await source.destroy();
}

const CLAIMS = `
INSERT INTO referral (recruit, referrer, status, claimed_at)
SELECT recruit.address, referrer.address, 'claimed', '${JOINED_AT}'
FROM wallet recruit JOIN wallet referrer ON referrer.joined_number = recruit.joined_number / 3
WHERE recruit.joined_number > 2`;

const CHECK_INS = `
INSERT INTO check_in (wallet, day, checked_in_at)
SELECT address, substr(joined_at, 1, 10), joined_at FROM wallet`;

const ENTRIES = `
INSERT INTO ledger_entry (wallet, cause, reference, points, total, recorded_at)
SELECT wallet, 'check-in', day, 100, 100, checked_in_at FROM check_in`;
