import type { EntityManager } from 'typeorm';
import { insertRows } from '../../database/reader.js';
import { openDatabase } from '../../open-database.js';
import type { SqlValue } from '../../database/reader.js';
import type { Writer } from '../../database/writer.js';
import { parseSettings } from '../../settings.js';
import type { Visit } from './visits.js';
import { NO_VISIT, Visits } from './visits.js';
import type { InventedWallet } from './wallets.js';
import { inventAddress, inventPyramids, inventSigningAddress } from './wallets.js';

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
  /** The site that visitors sign in to, and so prove who recruited them; unless given, all is claims. */
  readonly origin?: string;
  /** Is told how many wallets were invented so far. */
  readonly reach?: (wallets: number) => void;
}

/** Rows of the tables, in the order of their columns. */
interface Rows {
  readonly wallets: SqlValue[][];
  readonly referrals: SqlValue[][];
  readonly checkIns: SqlValue[][];
}

/** Fills an empty database with `count` invented wallets in believable pyramids. */
export async function seedWallets(
  writer: Writer,
  count: number,
  { seed = 1, until = new Date(), origin, reach }: SeedOptions = {},
): Promise<void> {
  const visits = origin === undefined ? null : new Visits(seed, until, origin);
  const addressOf = visits === null ? inventAddress : inventSigningAddress;
  let rows = noRows();
  for (const wallet of inventPyramids(count, seed, until, addressOf)) {
    addRows(rows, wallet, visits?.of(wallet) ?? NO_VISIT);
    reach?.(wallet.index + 1);
    if (rows.wallets.length < WALLETS_IN_A_TRANSACTION) continue;
    await writeRows(writer, rows);
    rows = noRows();
  }
  await writeRows(writer, rows);
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
  const database = await openDatabase(location, 'of a tool');
  try {
    if (location.kind === 'sqlite') {
      await database.writer.write((manager) => manager.query(`PRAGMA cache_size = -${CACHE_KIB}`));
    }
    await seedWallets(database.writer, count, options);
  } finally {
    await database.close();
  }
}

function noRows(): Rows {
  return { wallets: [], referrals: [], checkIns: [] };
}

function addRows(rows: Rows, wallet: InventedWallet, { proof, checkIns }: Visit): void {
  const { address, joinedAt, referrer } = wallet;
  rows.wallets.push([address, joinedAt]);
  rows.checkIns.push(...checkIns);
  if (referrer === null) return;
  const claim = [address, referrer, proof === null ? 'claimed' : 'proven', joinedAt];
  rows.referrals.push([
    ...claim,
    proof?.provenAt ?? null,
    proof?.message ?? null,
    proof?.signature ?? null,
  ]);
}

async function writeRows(writer: Writer, { wallets, referrals, checkIns }: Rows): Promise<void> {
  await writer.write(async (manager) => {
    await insertMany(manager, 'wallet (address, joined_at)', wallets);
    await insertMany(
      manager,
      'referral (recruit, referrer, status, claimed_at, proven_at, message, signature)',
      referrals,
    );
    await insertMany(manager, 'check_in (wallet, day, checked_in_at)', checkIns);
  });
}

async function insertMany(
  manager: EntityManager,
  target: string,
  rows: readonly SqlValue[][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_IN_A_STATEMENT) {
    await insertRows(manager, target, rows.slice(start, start + ROWS_IN_A_STATEMENT));
  }
}
