import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import { seedDatabase } from '../src/seed/seed.js';

/** Seeded files outlive a run: a million wallets take minutes. */
const KEPT = join(tmpdir(), 'pyramidion-bench');

/** One recruit in so many is proven. */
const PROVEN_SHARE = 10;

const MESSAGE = `${'A message as long as the one that a wallet signs to enter the pyramid. '.repeat(7)}`;
const SIGNATURE = Buffer.alloc(64, 1).toString('base64');

const schemaRow = z.object({ sql: z.string().nullable() });

/** Puts a seeded database into `folder` and returns its path. It is invented once for a size and a schema. */
export async function seededDatabase(folder: string, wallets: number): Promise<string> {
  await mkdir(KEPT, { recursive: true });
  const kept = join(KEPT, `${await schemaVersion(folder)}-${wallets}.sqlite`);
  if (!existsSync(kept)) await seed(join(folder, 'unfinished.sqlite'), wallets, kept);
  const path = join(folder, `${wallets}.sqlite`);
  await copyFile(kept, path);
  return path;
}

async function seed(path: string, wallets: number, target: string): Promise<void> {
  console.log(`Inventing ${wallets} wallets, which is done once …`);
  await seedDatabase(`sqlite:${path}`, wallets);
  const database = await openDatabase({ kind: 'sqlite', path });
  await prove(database, wallets);
  await database.close();
  await rename(path, target);
}

/** Nobody signed these: they are there for their size and number. */
async function prove({ writer }: Database, wallets: number): Promise<void> {
  await writer.write((manager) =>
    manager.query(
      `UPDATE referral SET status = 'proven', proven_at = claimed_at, message = ?, signature = ?
       WHERE recruit IN (SELECT recruit FROM referral ORDER BY recruit LIMIT ?)`,
      [MESSAGE, SIGNATURE, wallets / PROVEN_SHARE],
    ),
  );
}

/** Differs whenever a table, an index or a trigger does. */
async function schemaVersion(folder: string): Promise<string> {
  const database = await openDatabase({ kind: 'sqlite', path: join(folder, 'empty.sqlite') });
  const rows = await database.reader.select(schemaRow, 'SELECT sql FROM sqlite_master');
  await database.close();
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16);
}
