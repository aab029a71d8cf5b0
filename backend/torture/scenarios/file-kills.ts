import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { copyFile, mkdtemp, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import getPort from 'get-port';
import { openDatabase } from '../../src/open-database.js';
import { openAsIs } from '../../src/database/sqlite/connection.js';
import { prepareDatabaseFile } from '../../src/database/sqlite/database-file.js';
import { writeBackup } from '../../src/ops/backup.js';
import { restoreBackup } from '../../src/ops/restore.js';
import { seededRandom } from '../../test/support/seeded-random.js';
import { launchBuiltServer } from '../../test/support/built-server.js';
import { seedDatabase } from '../../test/support/data/seed.js';
import { fingerprintOf } from '../../test/support/data/fingerprint.js';
import { spawnOps } from '../../test/support/run-ops.js';
import { withFolder } from '../../test/support/temporary-database.js';
import { wallet } from '../../test/support/wallets.js';
import { outcomeOf, type Effort, type Outcome } from '../report.js';

/** Fingerprint of a file, or null for a missing file. */
type Fingerprint = string | null;

const NO_KILLS = { none: 0, earlier: 0, whole: 0 };

interface FileWork {
  /** Creates the initial state in an empty folder, and returns the path of the file. */
  readonly prepare: (folder: string, kill: number) => Promise<string>;
  readonly launch: (path: string) => ChildProcess;
  /** Resolves when the work is done. Default: when the process exits. */
  readonly isDone?: (child: ChildProcess) => Promise<unknown>;
  readonly complete: (path: string) => Promise<unknown>;
  readonly faults: (path: string, before: Fingerprint) => Promise<string[]>;
  /** Fingerprint of a file that counts as missing. */
  readonly none?: Fingerprint;
  readonly words: (found: typeof NO_KILLS) => Outcome['measured'];
}

export async function killDuringMigration({ kills, seed }: Effort): Promise<Outcome> {
  return withFolder(async (folder) => {
    const empty = join(folder, 'empty.sqlite');
    await prepareDatabaseFile(empty);
    const port = String(await getPort());
    return killWriting(folder, kills, seed, {
      prepare: (place) => Promise.resolve(join(place, 'test.sqlite')),
      launch: (path) =>
        launchBuiltServer(dirname(path), { DATABASE_URL: `sqlite:${path}`, PORT: port }),
      isDone: async ({ stdout }) => stdout && once(stdout, 'data'),
      complete: async (path) => (await openDatabase({ kind: 'sqlite', path })).close(),
      faults: () => Promise.resolve([]),
      none: await fingerprintOf(empty),
      words: ({ none, whole }) => ({ 'no database': none, 'a complete database': whole }),
    });
  });
}

/** Kills backups, alternately with and without an existing file of the same name. */
export async function killDuringBackup({ kills, seed }: Effort): Promise<Outcome> {
  return withFolder(async (folder) => {
    const [database, earlier] = [join(folder, 'test.sqlite'), join(folder, 'earlier.sqlite')];
    await seedDatabase(`sqlite:${earlier}`, 1_000);
    await seedDatabase(`sqlite:${database}`, 2_000);
    const original = await fingerprintOf(database);
    return killWriting(folder, kills, seed, {
      async prepare(place, kill) {
        const file = join(place, 'backup.sqlite');
        if (kill % 2 === 1) await copyFile(earlier, file);
        return file;
      },
      launch: (file) => spawnOps(`sqlite:${database}`, ['backup', file, '--overwrite']),
      complete: (file) => writeBackup(database, file, true),
      faults: async () =>
        (await fingerprintOf(database)) === original ? [] : ['the database is damaged'],
      words: ({ none, earlier, whole }) => ({
        'left no backup': none,
        'left the earlier backup': earlier,
        'left the new backup': whole,
      }),
    });
  });
}

/**
 * Kills restores. The old database has data in its write-ahead log, as after a crash. This data must not get into
 * the restored database.
 */
export async function killDuringRestore({ kills, seed }: Effort): Promise<Outcome> {
  return withFolder(async (folder) => {
    const backup = join(folder, 'backup.sqlite');
    await seedDatabase(`sqlite:${backup}`, 2_000);
    const old = await leaveWithLog(folder);
    return killWriting(folder, kills, seed, {
      async prepare(place) {
        const path = join(place, 'test.sqlite');
        await copyDatabase(old, path);
        return path;
      },
      launch: (path) => spawnOps(`sqlite:${path}`, ['restore', backup]),
      complete: (path) => restoreBackup(backup, path),
      async faults(path, before) {
        const names = await readdir(dirname(path));
        const files = names.map((name) => join(dirname(path), name));
        const stats = await Promise.all(files.map((file) => stat(file)));
        const aside = files.filter((file) => file.includes('.replaced-'));
        const isKept = (await Promise.all(aside.map(fingerprintOf))).includes(before);
        return [
          ...(stats.every(({ nlink }) => nlink === 1) ? [] : ['a file has two names']),
          ...(isKept ? [] : ['the old database is lost']),
        ];
      },
      words: ({ earlier, whole }) => ({
        'left unchanged': earlier,
        'replaced by the backup': whole,
      }),
    });
  });
}

/** Creates a database with a wallet that is only in its write-ahead log. */
async function leaveWithLog(folder: string): Promise<string> {
  const [open, left] = [join(folder, 'open.sqlite'), join(folder, 'left.sqlite')];
  await (await openDatabase({ kind: 'sqlite', path: open })).close();
  const database = await openAsIs(open);
  await database.query(LATE);
  await copyDatabase(open, left);
  await database.destroy();
  return left;
}

const LATE = `INSERT INTO wallet (address, joined_at) VALUES ('${wallet('late')}', '2026-11-21T12:00:00.000Z')`;

async function copyDatabase(from: string, to: string): Promise<void> {
  for (const suffix of ['', '-wal']) await copyFile(from + suffix, to + suffix);
}

async function killWriting(
  parent: string,
  kills: number,
  seed: number,
  work: FileWork,
): Promise<Outcome> {
  const { complete, faults, none, words } = work;
  const random = seededRandom(seed);
  const prepare = async (kill: number): Promise<string> =>
    work.prepare(await mkdtemp(join(parent, 'kill-')), kill);
  const rehearsed = await prepare(0);
  const changes = await runAndKill(work, rehearsed, null);
  const whole = await fingerprintOf(rehearsed);
  const broken: string[] = [];
  const found = { ...NO_KILLS };
  for (let kill = 1; kill <= kills; kill += 1) {
    const path = await prepare(kill);
    // Taking a fingerprint applies the write-ahead log to the file, so this takes the fingerprint of a second copy.
    const before = await fingerprintOf(await prepare(kill));
    await runAndKill(work, path, chooseChange(changes, random));
    const left = await fingerprintOf(path);
    if (left === whole) found.whole += 1;
    else if (before === null && [null, none].includes(left)) found.none += 1;
    else if (before !== null && left === before) found.earlier += 1;
    else broken.push(`kill ${kill} left an incomplete file`);
    await complete(path);
    if ((await fingerprintOf(path)) !== whole)
      broken.push(`it was not completed after kill ${kill}`);
    broken.push(...(await faults(path, before)).map((fault) => `kill ${kill}: ${fault}`));
  }
  return outcomeOf({ harmed: kills, broken, measured: words(found) });
}

const LAST = 8;

/** Returns the number of the change to kill at: any change or, in half of the cases, one of the last. */
function chooseChange(count: number, random: () => number): number {
  const among = random() < 0.5 ? count : Math.min(count, LAST);
  return count - Math.floor(random() * among);
}

/**
 * @param killAt the change of the folder to kill at, counted from 1; null to kill only when the work is done
 * @returns the number of changes
 * @throws Error if the process fails by itself or changes nothing
 */
async function runAndKill(
  { launch, isDone }: FileWork,
  path: string,
  killAt: number | null,
): Promise<number> {
  const watcher = watch(dirname(path));
  let changes = 0;
  const reached = new Promise<void>((resolve) => {
    watcher.on('change', () => {
      changes += 1;
      if (changes === killAt) resolve();
    });
  });
  const child = launch(path);
  const ended = once(child, 'close');
  await Promise.race([ended, reached, ...(isDone ? [isDone(child)] : [])]);
  child.kill('SIGKILL');
  await ended;
  watcher.close();
  const failed = child.exitCode !== null && child.exitCode !== 0;
  if (failed || changes === 0) throw new Error(`It failed by itself on ${path}: is it built?`);
  return changes;
}
