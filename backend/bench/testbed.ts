import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { openDatabase } from '../src/open-database.js';
import { dialectOf, type Dialect } from '../src/database/dialect.js';
import { IS_RANKED } from '../src/database/objects/indexes.js';
import { createIndexes, dropObjects } from '../src/database/objects/database-objects.js';
import { recount } from '../src/database/objects/recount.js';
import { select } from '../src/database/reader.js';
import { finishTables } from '../src/ops/finish-tables.js';
import { Settings } from '../src/settings.js';
import { insertRows } from '../test/support/data/insert-many.js';
import { inventWallets, type InventedWallet } from '../test/support/data/invent-wallets.js';
import type { BuiltServer } from '../test/support/built-server.js';
import { startProduct, startYardstick, type Server } from './server.js';
import { YARDSTICK_SCHEMA, copyForYardstick } from './yardstick/database.js';

export interface Testbed {
  readonly size: number;
  readonly wallets: SampleWallets;
  /** A copy of the database, for a benchmark that starts its own server. */
  readonly spareDatabase: string;
  readonly product: BuiltServer;
  readonly yardstick: Server;
  stop(): Promise<void>;
}

export type Testbeds = Readonly<Record<'few' | 'many', Testbed>>;

/** Folder of seeded files, which are kept for the next run: seeding a million wallets takes minutes. */
const SEEDED = join(tmpdir(), 'pyramidion-bench');

export async function startTestbed(folder: string, size: number): Promise<Testbed> {
  await mkdir(SEEDED, { recursive: true });
  const seeded = join(SEEDED, `${await schemaVersion(folder)}-${size}`);
  const [ofProduct, ofYardstick] = [`${seeded}-product.sqlite`, `${seeded}-yardstick.sqlite`];
  if (!existsSync(ofYardstick)) {
    console.log(`Inventing ${size.toLocaleString('en')} wallets, which is done once …`);
    await writeWhole(ofProduct, (path) => seed(`sqlite:${path}`, size));
    await writeWhole(ofYardstick, (path) => copyForYardstick(ofProduct, path));
  }
  const database = await copyInto(folder, ofProduct);
  const wallets = await sampleOf(database);
  const product = await startProduct(folder, database);
  const yardstick = await startYardstick(await copyInto(folder, ofYardstick));
  return {
    size,
    wallets,
    spareDatabase: await copyInto(folder, ofProduct),
    product,
    yardstick,
    async stop() {
      await product.stop('SIGTERM');
      await yardstick.stop();
    },
  };
}

async function copyInto(folder: string, path: string): Promise<string> {
  // The server stores the transparency log's checkpoint beside the database, so each database needs its own folder.
  const copy = join(await mkdtemp(join(folder, 'copy-')), 'bench.sqlite');
  await copyFile(path, copy);
  return copy;
}

/** Writes to a temporary name and renames the file at the end, so that a killed run leaves no incomplete `target`. */
async function writeWhole(target: string, write: (path: string) => Promise<void>): Promise<void> {
  const unfinished = `${target}.unfinished`;
  await rm(unfinished, { force: true });
  await write(unfinished);
  await rename(unfinished, target);
}

/** About one in this many wallets is a proven recruit. */
const PROVEN_SHARE = 10;

const MESSAGE = 'A message as long as the one that a wallet signs to enter the pyramid. '.repeat(7);
const SIGNATURE = Buffer.alloc(64, 1).toString('base64');

const FIRST = `(
  SELECT recruit, referrer, claimed_at, row_number() OVER (ORDER BY recruit) - 1 AS log_index
  FROM referral ORDER BY recruit LIMIT $1) AS first`;

/** The signatures are not real: only the number and size of the entries matter. */
const APPEND = `
INSERT INTO log_entry (log_index, entry)
SELECT log_index, '{"action":"prove","message":"${MESSAGE}","signature":"${SIGNATURE}","recruit":"' || recruit
  || '","referrer":"' || referrer || '","at":"' || claimed_at || '"}'
FROM ${FIRST} ORDER BY log_index`;

const prove = (dialect: Dialect): string => `
UPDATE referral SET status = 'proven', proven_at = referral.claimed_at, log_index = first.log_index,
  week = ${dialect.weekOf('referral.claimed_at')}
FROM ${FIRST} WHERE first.recruit = referral.recruit`;

/** Random addresses go to pages all over an index, so the cache must hold the whole index. */
const CACHE_KIB = 524_288;

const ROWS_IN_A_STATEMENT = 500;

/**
 * Fills a new database with `count` invented wallets. Bypasses the server's rules and the triggers, which would take
 * too long for a million wallets.
 */
export async function seed(databaseUrl: string, count: number): Promise<void> {
  const { database: location } = new Settings({ DATABASE_URL: databaseUrl });
  const database = await openDatabase(location, 'tool');
  const proven = Math.floor(count / PROVEN_SHARE);
  await database.writer.write(async (manager) => {
    if (location.kind === 'sqlite') await manager.query(`PRAGMA cache_size = -${CACHE_KIB}`);
    await dropObjects(manager);
    let batch: InventedWallet[] = [];
    let left = count;
    for (const wallet of inventWallets(count, new Date(), null)) {
      batch.push(wallet);
      left -= 1;
      if (batch.length < ROWS_IN_A_STATEMENT && left > 0) continue;
      await insertClaimed(manager, batch);
      batch = [];
    }
    await createIndexes(manager);
    await manager.query(APPEND, [proven]);
    await manager.query(prove(dialectOf(manager)), [proven]);
    await manager.query(recount(['direct_recruits', 'proven_recruits']));
    await finishTables(manager);
  });
  await database.close();
}

async function insertClaimed(
  manager: EntityManager,
  wallets: readonly InventedWallet[],
): Promise<void> {
  const joined = wallets.map(({ address, joinedAt }) => [address, joinedAt.toISOString()]);
  await insertRows(manager, 'wallet (address, joined_at)', joined);
  const claims = wallets
    .filter(({ referrer }) => referrer !== null)
    .map(({ address, referrer, joinedAt }) => [
      address,
      referrer,
      'claimed',
      joinedAt.toISOString(),
    ]);
  if (claims.length === 0) return;
  await insertRows(manager, 'referral (recruit, referrer, status, claimed_at)', claims);
}

const schemaRow = z.object({ sql: z.string().nullable() });

async function schemaVersion(folder: string): Promise<string> {
  const database = await openDatabase({ kind: 'sqlite', path: join(folder, 'empty.sqlite') });
  const rows = await select(database.reading, schemaRow, 'SELECT sql FROM sqlite_master');
  await database.close();
  const schemas = JSON.stringify([rows, YARDSTICK_SCHEMA]);
  return createHash('sha256').update(schemas).digest('hex').slice(0, 16);
}

export interface SampleWallets {
  readonly middle: readonly string[];
  readonly week: string;
  readonly middleOfWeek: readonly string[];
  readonly referrers: readonly string[];
}

const REFERRERS = 1_000;

const SAMPLE_SIZE = 50;

const walletRow = z.object({ address: z.string() });
const weekRow = z.object({ week: z.string() });

export const MIDDLE = `
SELECT address FROM wallet WHERE ${IS_RANKED} ORDER BY points DESC, direct_recruits DESC, lateness DESC
LIMIT $1 OFFSET (SELECT count(*) / 2 FROM wallet WHERE ${IS_RANKED})`;

/** The week before the newest one, since the newest one is incomplete. */
const BENCH_WEEK = `
SELECT max(week) AS week FROM internal_week_total WHERE week < (SELECT max(week) FROM internal_week_total)`;

const MIDDLE_OF_WEEK = `
SELECT address FROM internal_week_total JOIN wallet ON joined_number = referrer_number
WHERE week = (${BENCH_WEEK}) AND recruits > 0 ORDER BY recruits DESC, internal_week_total.lateness DESC
LIMIT $1 OFFSET (SELECT count(*) / 2 FROM internal_week_total WHERE week = (${BENCH_WEEK}))`;

export const ANYBODY = 'SELECT address FROM wallet ORDER BY address LIMIT $1';

async function sampleOf(path: string): Promise<SampleWallets> {
  const database = await openDatabase({ kind: 'sqlite', path });
  try {
    const { reading } = database;
    const [newest] = await select(reading, weekRow, BENCH_WEEK);
    return {
      week: newest?.week ?? '',
      middle: await addressesOf(reading, MIDDLE, SAMPLE_SIZE),
      middleOfWeek: await addressesOf(reading, MIDDLE_OF_WEEK, SAMPLE_SIZE),
      referrers: await addressesOf(reading, ANYBODY, REFERRERS),
    };
  } finally {
    await database.close();
  }
}

export async function addressesOf(
  reading: DataSource,
  sql: string,
  ...values: number[]
): Promise<string[]> {
  return (await select(reading, walletRow, sql, values)).map(({ address }) => address);
}
