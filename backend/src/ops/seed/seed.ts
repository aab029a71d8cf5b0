import type { EntityManager } from 'typeorm';
import { insertRows } from '../../database/reader.js';
import { openDatabase } from '../../open-database.js';
import type { SqlValue } from '../../database/reader.js';
import type { Writer } from '../../database/writer.js';
import { parseSettings } from '../../settings.js';
import { using } from '../with-database.js';
import { seededRandom } from './random.js';
import { inventVisit, NO_VISIT } from './visits.js';
import { inventAddress, inventPyramids, inventSigningAddress } from './wallets.js';

const ROWS_IN_A_STATEMENT = 500;
const WALLETS_IN_A_TRANSACTION = 50_000;

/** Addresses come in no order, so their indexes are written all over: they are kept in memory meanwhile. */
const CACHE_KIB = 524_288;

const SEED_OF_VISITS = 2;

/** Rows to insert, by the table and its columns. */
type Rows = Record<'wallet' | 'referral' | 'checkIn', SqlValue[][]>;

/**
 * Fills an empty database with `count` invented wallets in believable pyramids, the last of which joins now.
 * @param origin the site that visitors sign in to, and so prove who recruited them; null when all is claims
 * @param reach is told how many wallets were invented so far
 */
export async function seedWallets(
  writer: Writer,
  count: number,
  origin: string | null,
  reach: (wallets: number) => void,
): Promise<void> {
  const until = new Date();
  const random = seededRandom(SEED_OF_VISITS);
  const addressOf = origin === null ? inventAddress : inventSigningAddress;
  let rows: Rows = { wallet: [], referral: [], checkIn: [] };
  for (const wallet of inventPyramids(count, until, addressOf)) {
    const { index, address, joinedAt, referrer } = wallet;
    const { proof, checkIns } =
      origin === null ? NO_VISIT : inventVisit(random, wallet, until, origin);
    rows.wallet.push([address, joinedAt]);
    rows.checkIn.push(...checkIns);
    if (referrer !== null) {
      const status = proof === null ? 'claimed' : 'proven';
      rows.referral.push([address, referrer, status, joinedAt, ...(proof ?? [null, null, null])]);
    }
    reach(index + 1);
    if (rows.wallet.length < WALLETS_IN_A_TRANSACTION) continue;
    await writeRows(writer, rows);
    rows = { wallet: [], referral: [], checkIn: [] };
  }
  await writeRows(writer, rows);
}

/**
 * Creates the database that a DATABASE_URL names, and seeds it with claims.
 * @throws StartError when the database cannot be used
 */
export async function seedDatabase(databaseUrl: string, count: number): Promise<void> {
  const { database: location } = parseSettings({ DATABASE_URL: databaseUrl });
  await using(await openDatabase(location, 'of a tool'), async ({ writer }) => {
    if (location.kind === 'sqlite') {
      await writer.write((manager) => manager.query(`PRAGMA cache_size = -${CACHE_KIB}`));
    }
    await seedWallets(writer, count, null, () => undefined);
  });
}

async function writeRows(writer: Writer, { wallet, referral, checkIn }: Rows): Promise<void> {
  await writer.write(async (manager) => {
    await insertMany(manager, 'wallet (address, joined_at)', wallet);
    await insertMany(
      manager,
      'referral (recruit, referrer, status, claimed_at, proven_at, message, signature)',
      referral,
    );
    await insertMany(manager, 'check_in (wallet, day, checked_in_at)', checkIn);
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
