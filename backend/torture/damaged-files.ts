import { copyFile, mkdtemp, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { openDatabase } from '../src/database/open-database.js';
import { refuseDamaged } from '../src/database/sqlite/refuse-damaged.js';
import { seededRandom } from '../src/seed/random.js';
import { seedDatabase } from '../src/seed/seed.js';
import { StartError } from '../src/start-error.js';
import { withFolder } from '../test/temporary-database.js';
import { SOUND } from './audit.js';
import type { KillOptions } from './kills.js';
import type { Outcome } from './outcome.js';

const WALLETS = 300;
const PAGE_BYTES = 4_096;

type Damage = (path: string, random: () => number) => Promise<void>;

/** What a disk, a careless copy or a wrong setting may put in the place of the database. */
const DAMAGES: readonly (readonly [name: string, damage: Damage])[] = [
  ['cut off', async (path, random) => truncate(path, below((await stat(path)).size, random))],
  ['cut off between two pages', (path, random) => cutBetweenPages(path, random)],
  ['with a page of nonsense', (path, random) => overwrite(path, random, () => below(256, random))],
  ['with a page of zeros', (path, random) => overwrite(path, random, () => 0)],
  ['that is empty', (path) => writeFile(path, '')],
  ['of text', (path) => writeFile(path, 'Dear diary, '.repeat(1_000))],
  ['of another application', (path) => change(path, 'PRAGMA application_id = 1')],
  [
    'of a newer version',
    (path) => change(path, "INSERT INTO migrations (timestamp, name) VALUES (9, 'Later9')"),
  ],
];

/** Opens one spoilt file after the other as a start does: each must be refused in one line, and left as it is. */
export async function openDamagedFiles({ kills, seed }: KillOptions): Promise<Outcome> {
  const random = seededRandom(seed);
  const broken: string[] = [];
  await withFolder(async (folder) => {
    const good = join(folder, 'good.sqlite');
    await seedDatabase(`sqlite:${good}`, WALLETS);
    await change(good, 'VACUUM');
    for (let number = 0; number < kills; number += 1) {
      const [name, damage] = DAMAGES[number % DAMAGES.length] ?? [];
      const path = join(await mkdtemp(join(folder, 'start-')), 'test.sqlite');
      await copyFile(good, path);
      await damage?.(path, random);
      const fault = await findFault(path);
      if (fault !== null) broken.push(`file ${number + 1}, ${name ?? ''}: ${fault}`);
    }
  });
  return { harmed: kills, acknowledged: 0, ...SOUND, broken, measured: {} };
}

/** What is wrong with how the file is refused; null when nothing is. */
async function findFault(path: string): Promise<string | null> {
  const before = await readFile(path);
  try {
    await refuseDamaged(path);
    await (await openDatabase({ kind: 'sqlite', path })).close();
    return 'it was opened';
  } catch (error) {
    if (!(error instanceof StartError)) return `it ended with ${String(error)}`;
    if (!/^DATABASE_URL names [^\n]+ (backup|newer version)[^\n]*$/.test(error.message)) {
      return `nobody is told what to do: ${error.message}`;
    }
    return before.equals(await readFile(path)) ? null : 'it was changed';
  }
}

function below(limit: number, random: () => number): number {
  return Math.floor(random() * limit);
}

async function cutBetweenPages(path: string, random: () => number): Promise<void> {
  const pages = (await stat(path)).size / PAGE_BYTES;
  await truncate(path, PAGE_BYTES * (1 + below(pages - 1, random)));
}

async function overwrite(path: string, random: () => number, byte: () => number): Promise<void> {
  const file = await readFile(path);
  const start = PAGE_BYTES * below(file.length / PAGE_BYTES, random);
  for (let at = start; at < start + PAGE_BYTES; at += 1) file[at] = byte();
  await writeFile(path, file);
}

async function change(path: string, sql: string): Promise<void> {
  const shell = await new DataSource({ type: 'sqlite', database: path }).initialize();
  await shell.query(sql);
  await shell.destroy();
}
