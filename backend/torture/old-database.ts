import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { openForWriting, createEmptyDatabase } from '../src/database/sqlite/connection.js';
import { APPLICATION_ID } from '../src/database/sqlite/database-file.js';
import { SCHEMA } from '../src/database/sqlite/schema.js';
import { select } from '../src/database/reader.js';
import { wallet } from '../test/wallets.js';

const WALLETS = 2_000;
const JOINED_AT = '2026-11-20T12:00:00.000Z';

const nameRow = z.object({ name: z.string() });

/** Writes a database to `path` as the program left it when it knew the first `version` migrations, with wallets in it. */
export async function buildOldDatabase(path: string, version: number): Promise<void> {
  await createEmptyDatabase(path, APPLICATION_ID);
  const source = await openForWriting(path, {
    entities: [],
    migrations: SCHEMA.migrations.slice(0, version),
  });
  await source.runMigrations();
  await source.transaction(async (manager) => {
    for (let index = 0; index < WALLETS; index += 1) {
      await manager.query('INSERT INTO wallet (address, joined_at) VALUES (?, ?)', [
        wallet(index),
        JOINED_AT,
      ]);
    }
    await manager.query(CLAIMS);
  });
  if (await hasTable(source, 'check_in')) await source.query(CHECK_INS);
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

async function hasTable(source: DataSource, name: string): Promise<boolean> {
  const tables = await select(
    source,
    nameRow,
    "SELECT name FROM sqlite_master WHERE type = 'table'",
  );
  return tables.some((table) => table.name === name);
}
