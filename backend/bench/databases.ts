import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import { seedDatabase } from '../src/seed/seed.js';
import { YARDSTICK_SCHEMA, copyForYardstick } from './yardstick/schema.js';

/** Seeded files outlive a run: a million wallets take minutes. */
const KEPT = join(tmpdir(), 'pyramidion-bench');

/** One recruit in so many is proven. */
const PROVEN_SHARE = 10;

const MESSAGE = 'A message as long as the one that a wallet signs to enter the pyramid. '.repeat(7);
const SIGNATURE = Buffer.alloc(64, 1).toString('base64');

const schemaRow = z.object({ sql: z.string().nullable() });

/** Databases of the same wallets: paths of SQLite files. */
export interface Databases {
  readonly product: string;
  readonly yardstick: string;
}

/** Invents databases of so many wallets, once for each schema, and writes copies of them into `folder`. */
export async function seededDatabases(folder: string, wallets: number): Promise<Databases> {
  await mkdir(KEPT, { recursive: true });
  const kept = join(KEPT, `${await schemaVersion(folder)}-${wallets}`);
  const product = `${kept}-product.sqlite`;
  const yardstick = `${kept}-yardstick.sqlite`;
  if (!existsSync(yardstick)) {
    console.log(`Inventing ${wallets.toLocaleString('en')} wallets, which is done once …`);
    await writeWhole(product, (path) => seed(path, wallets));
    await writeWhole(yardstick, (path) => copyForYardstick(product, path));
  }
  return {
    product: await copyInto(folder, product),
    yardstick: await copyInto(folder, yardstick),
  };
}

/** Copies a file that nobody has open, and returns the path of the copy. */
export async function copyInto(folder: string, path: string): Promise<string> {
  const copy = join(folder, `${randomUUID()}.sqlite`);
  await copyFile(path, copy);
  return copy;
}

/** A file appears under its name only when it is complete. */
async function writeWhole(target: string, write: (path: string) => Promise<void>): Promise<void> {
  const unfinished = `${target}.unfinished`;
  await rm(unfinished, { force: true });
  await write(unfinished);
  await rename(unfinished, target);
}

async function seed(path: string, wallets: number): Promise<void> {
  await seedDatabase(`sqlite:${path}`, wallets);
  const database = await openDatabase({ kind: 'sqlite', path });
  await prove(database, wallets / PROVEN_SHARE);
  await database.close();
}

/** Nobody signed these: they are there for their size and number. */
async function prove({ writer }: Database, recruits: number): Promise<void> {
  await writer.write((manager) =>
    manager.query(
      `UPDATE referral SET status = 'proven', proven_at = claimed_at, message = ?, signature = ?
       WHERE recruit IN (SELECT recruit FROM referral ORDER BY recruit LIMIT ?)`,
      [MESSAGE, SIGNATURE, recruits],
    ),
  );
}

/** Differs whenever a table, an index or a trigger does. */
async function schemaVersion(folder: string): Promise<string> {
  const database = await openDatabase({ kind: 'sqlite', path: join(folder, 'empty.sqlite') });
  const rows = await database.reader.select(schemaRow, 'SELECT sql FROM sqlite_master');
  await database.close();
  const schemas = JSON.stringify([rows, YARDSTICK_SCHEMA]);
  return createHash('sha256').update(schemas).digest('hex').slice(0, 16);
}
