import { copyFile, mkdtemp, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase } from '../src/open-database.js';
import { openAsIs } from '../src/database/sqlite/connection.js';
import { restoreBackup } from '../src/ops/backup/restore.js';
import { seededRandom } from '../src/ops/seed/random.js';
import { withFolder } from '../test/temporary-database.js';
import { wallet } from '../test/wallets.js';
import { chooseChange, runAndKill } from './changes.js';
import { fingerprintOf } from './fingerprint.js';
import { fillDatabase } from './filled-database.js';
import type { Effort, Outcome } from './outcome.js';
import { outcomeOf } from './outcome.js';

const LATE = `INSERT INTO wallet (address, joined_at) VALUES ('${wallet('late')}', '2026-11-21T12:00:00.000Z')`;

/**
 * Kills the restoring of a backup with SIGKILL. The database before it is as a killed server leaves it: part of it is in
 * its log, which must come to nothing but that database.
 */
export async function killDuringRestore({ kills, seed }: Effort): Promise<Outcome> {
  const random = seededRandom(seed);
  const broken: string[] = [];
  const found = { before: 0, after: 0 };
  await withFolder(async (folder) => {
    const backup = join(folder, 'backup.sqlite');
    await fillDatabase(backup);
    const old = await leaveWithLog(folder);
    const [before, after] = [
      await fingerprintOf(await place(folder, old)),
      await fingerprintOf(backup),
    ];
    const start = async (path: string, killAt: number | null): Promise<number> =>
      runAndKill(`sqlite:${path}`, ['restore', backup], dirname(path), killAt);
    const changes = await start(await place(folder, old), null);
    for (let kill = 1; kill <= kills; kill += 1) {
      const path = await place(folder, old);
      await start(path, chooseChange(changes, random));
      const left = await fingerprintOf(path);
      if (left === before) found.before += 1;
      else if (left === after) found.after += 1;
      else broken.push(`kill ${kill} left the database between two`);
      if (left === after && !(await keptAside(path)).includes(before)) {
        broken.push(`kill ${kill} lost the database from before`);
      }
      await restoreBackup(backup, path);
      if (!(await haveOneName(dirname(path)))) broken.push(`kill ${kill} left a file two names`);
      if ((await fingerprintOf(path)) !== after) broken.push(`no restore after kill ${kill}`);
    }
  });
  return outcomeOf({
    harmed: kills,
    broken,
    measured: { 'left as it was': found.before, 'left as the backup is': found.after },
  });
}

/** A database, and a log with what is not in it yet. */
async function leaveWithLog(folder: string): Promise<string> {
  const [open, left] = [join(folder, 'open.sqlite'), join(folder, 'left.sqlite')];
  await (await openDatabase({ kind: 'sqlite', path: open })).close();
  const database = await openAsIs(open);
  await database.query(LATE);
  await copyDatabase(open, left);
  await database.destroy();
  return left;
}

async function place(folder: string, old: string): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'restore-')), 'test.sqlite');
  await copyDatabase(old, path);
  return path;
}

async function copyDatabase(from: string, to: string): Promise<void> {
  for (const suffix of ['', '-wal']) await copyFile(from + suffix, to + suffix);
}

async function keptAside(path: string): Promise<(string | null)[]> {
  const names = (await readdir(dirname(path))).filter((name) => name.includes('.replaced-'));
  return Promise.all(names.map((name) => fingerprintOf(join(dirname(path), name))));
}

async function haveOneName(folder: string): Promise<boolean> {
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => stat(join(folder, name))));
  return files.every(({ nlink }) => nlink === 1);
}
