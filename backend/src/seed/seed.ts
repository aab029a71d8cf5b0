import type { EntityManager } from 'typeorm';
import { openDatabase } from '../database/open-database.js';
import type { SqlValue } from '../database/reader.js';
import type { Writer } from '../database/writer.js';
import { parseSettings } from '../settings.js';
import type { InventedWallet } from './pyramids.js';
import { inventPyramids } from './pyramids.js';

const ROWS_IN_A_STATEMENT = 500;
const WALLETS_IN_A_TRANSACTION = 50_000;

/** Addresses come in no order, so their indexes are written all over: they are kept in memory meanwhile. */
const CACHE_KIB = 524_288;

/** What to seed beyond the number of wallets. */
export interface SeedOptions {
  /** The same seed invents the same wallets; 1 unless given. */
  readonly seed?: number;
  /** When the last wallet joined; now unless given. */
  readonly until?: Date;
}

/** Fills an empty database with `count` invented wallets in believable pyramids. Every referral is a claim. */
export async function seedWallets(
  writer: Writer,
  count: number,
  { seed = 1, until = new Date() }: SeedOptions = {},
): Promise<void> {
  let batch: InventedWallet[] = [];
  for (const wallet of inventPyramids(count, seed, until)) {
    batch.push(wallet);
    if (batch.length < WALLETS_IN_A_TRANSACTION) continue;
    await writeBatch(writer, batch);
    batch = [];
  }
  await writeBatch(writer, batch);
}

/**
 * Creates the database that a DATABASE_URL names, and seeds it.
 * @throws StartError when the database cannot be used
 */
export async function seedDatabase(
  databaseUrl: string,
  count: number,
  options: SeedOptions = {},
): Promise<void> {
  const { database: location } = parseSettings({ DATABASE_URL: databaseUrl });
  const database = await openDatabase(location);
  try {
    await database.writer.write((manager) => manager.query(`PRAGMA cache_size = -${CACHE_KIB}`));
    await seedWallets(database.writer, count, options);
  } finally {
    await database.close();
  }
}

async function writeBatch(writer: Writer, batch: readonly InventedWallet[]): Promise<void> {
  const wallets = batch.map(({ address, joinedAt }) => [address, joinedAt]);
  const referrals = batch.flatMap(({ address, joinedAt, referrer }) =>
    referrer === null ? [] : [[address, referrer, 'claimed', joinedAt]],
  );
  await writer.write(async (manager) => {
    await insertRows(manager, 'wallet (address, joined_at)', wallets);
    await insertRows(manager, 'referral (recruit, referrer, status, claimed_at)', referrals);
  });
}

async function insertRows(
  manager: EntityManager,
  target: string,
  rows: readonly SqlValue[][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_IN_A_STATEMENT) {
    const part = rows.slice(start, start + ROWS_IN_A_STATEMENT);
    const places = part.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ');
    await manager.query(`INSERT INTO ${target} VALUES ${places}`, part.flat());
  }
}
