import { copyFile, mkdtemp, readFile, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../../test/support/seeded-random.js';
import { seedDatabase } from '../../test/support/data/seed.js';
import { openShell } from '../../test/support/shell.js';
import { withFolder } from '../../test/support/temporary-database.js';
import { outcomeOf, type Effort, type Outcome } from '../report.js';
import { endOfStart } from '../trial.js';

const WALLETS = 300;
const PAGE_BYTES = 4_096;

const NAME = 'test.sqlite';

/** Files that may be in the folder after a failed start. */
const OWN_FILES = [NAME, `${NAME}.lock`];

const REFUSAL =
  /ended with 1 before it served: DATABASE_URL names [^\n]+ (backup|another version)[^\n]*\n$/;

type Damage = (path: string, random: () => number) => Promise<void>;

const DAMAGES: readonly (readonly [name: string, damage: Damage])[] = [
  ['cut off', async (path, random) => truncate(path, below((await stat(path)).size, random))],
  [
    'cut off between two pages',
    async (path, random) =>
      truncate(path, PAGE_BYTES * (1 + below((await stat(path)).size / PAGE_BYTES - 1, random))),
  ],
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

export async function openDamagedFiles({ kills, seed }: Effort): Promise<Outcome> {
  const random = seededRandom(seed);
  const broken: string[] = [];
  await withFolder(async (folder) => {
    const good = join(folder, 'good.sqlite');
    await seedDatabase(`sqlite:${good}`, WALLETS);
    await change(good, 'VACUUM');
    for (let number = 0; number < kills; number += 1) {
      const [name, damage] = DAMAGES[number % DAMAGES.length] ?? [];
      const place = await mkdtemp(join(folder, 'start-'));
      await copyFile(good, join(place, NAME));
      await damage?.(join(place, NAME), random);
      const fault = await findFault(place);
      if (fault !== null) broken.push(`file ${number + 1}, ${name ?? ''}: ${fault}`);
    }
  });
  return outcomeOf({ harmed: kills, broken });
}

/** Returns a fault; null if the server rejects the file, does not change it, and adds at most its lock file. */
async function findFault(folder: string): Promise<string | null> {
  const path = join(folder, NAME);
  const before = await readFile(path);
  const end = await endOfStart(folder, `sqlite:${path}`);
  if (!REFUSAL.test(end)) return `a start ${end}`;
  if (!before.equals(await readFile(path))) return 'it was changed';
  const added = (await readdir(folder)).filter((name) => !OWN_FILES.includes(name));
  return added.length === 0 ? null : `${added.join(', ')} was left beside it`;
}

function below(limit: number, random: () => number): number {
  return Math.floor(random() * limit);
}

async function overwrite(path: string, random: () => number, byte: () => number): Promise<void> {
  const file = await readFile(path);
  const start = PAGE_BYTES * below(file.length / PAGE_BYTES, random);
  for (let at = start; at < start + PAGE_BYTES; at += 1) file[at] = byte();
  await writeFile(path, file);
}

async function change(path: string, sql: string): Promise<void> {
  const shell = await openShell(`sqlite:${path}`);
  await shell.query(sql);
  await shell.destroy();
}
