import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { copyFile, mkdtemp, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import getPort from 'get-port';
import { openDatabase } from '../../src/open-database.js';
import { openAsIs } from '../../src/database/sqlite/connection.js';
import { prepareDatabaseFile } from '../../src/database/sqlite/database-file.js';
import { writeBackup } from '../../src/ops/backup/backup.js';
import { restoreBackup } from '../../src/ops/backup/restore.js';
import { seededRandom } from '../../src/ops/seed/invent.js';
import { launchBuiltServer } from '../../test/support/built-server.js';
import { fillDatabase } from '../../test/support/data/filled-database.js';
import { fingerprintOf } from '../../test/support/data/fingerprint.js';
import { spawnOps } from '../../test/support/run-ops.js';
import { withFolder } from '../../test/support/temporary-database.js';
import { wallet } from '../../test/support/wallets.js';
import { outcomeOf, type Effort, type Outcome } from '../report.js';

/** The fingerprint of a file, null when there is none. */
type Fingerprint = string | null;

/** How often each of what a kill may leave was left. */
const NEVER = { none: 0, earlier: 0, whole: 0 };

/** A process that writes a file and is killed meanwhile: the file must be left as it was before, or whole. */
interface FileWork {
  /** Puts what is there before into an empty folder. @returns path of the file that is written */
  readonly prepare: (folder: string, kill: number) => Promise<string>;
  /** Starts the process. */
  readonly launch: (path: string) => ChildProcess;
  /** When it has done all of its work; its end, unless given. */
  readonly isDone?: (child: ChildProcess) => Promise<unknown>;
  /** Does the work again in this process, after a kill. */
  readonly complete: (path: string) => Promise<unknown>;
  /** What else is wrong once that is done, a sentence each. */
  readonly faults: (path: string, before: Fingerprint) => Promise<string[]>;
  /** What is as good as no file. */
  readonly none?: Fingerprint;
  /** Says how often kills left no file where none was, the earlier one, and the whole one. */
  readonly words: (found: typeof NEVER) => Outcome['measured'];
}

/** Kills the server with SIGKILL while it makes a database and brings it up to date. */
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
      words: ({ none, whole }) => ({ 'left none': none, 'left a whole one': whole }),
    });
  });
}

/** Kills the backup of a database with SIGKILL, where there is no file of that name yet and where it takes the place of one. */
export async function killDuringBackup({ kills, seed }: Effort): Promise<Outcome> {
  return withFolder(async (folder) => {
    const [database, earlier] = [join(folder, 'test.sqlite'), join(folder, 'earlier.sqlite')];
    await fillDatabase(earlier, 1_000);
    await fillDatabase(database);
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
        (await fingerprintOf(database)) === original ? [] : ['the database is hurt'],
      words: ({ none, earlier, whole }) => ({
        'left no backup': none,
        'left the earlier backup': earlier,
        'left the new backup': whole,
      }),
    });
  });
}

/**
 * Kills the restoring of a backup with SIGKILL. The database before it is as a killed server leaves it: part of it is in
 * its log, which must come to nothing but that database.
 */
export async function killDuringRestore({ kills, seed }: Effort): Promise<Outcome> {
  return withFolder(async (folder) => {
    const backup = join(folder, 'backup.sqlite');
    await fillDatabase(backup);
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
          ...(isKept ? [] : ['the database from before is lost']),
        ];
      },
      words: ({ earlier, whole }) => ({
        'left as it was': earlier,
        'left as the backup is': whole,
      }),
    });
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

const LATE = `INSERT INTO wallet (address, joined_at) VALUES ('${wallet('late')}', '2026-11-21T12:00:00.000Z')`;

async function copyDatabase(from: string, to: string): Promise<void> {
  for (const suffix of ['', '-wal']) await copyFile(from + suffix, to + suffix);
}

/** Does the work again and again, with a kill at another change of the folder each time. */
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
  const found = { ...NEVER };
  for (let kill = 1; kill <= kills; kill += 1) {
    const path = await prepare(kill);
    // Looking at a database takes its log in, so it is another one that is looked at.
    const before = await fingerprintOf(await prepare(kill));
    await runAndKill(work, path, chooseChange(changes, random));
    const left = await fingerprintOf(path);
    if (left === whole) found.whole += 1;
    else if (before === null && [null, none].includes(left)) found.none += 1;
    else if (before !== null && left === before) found.earlier += 1;
    else broken.push(`kill ${kill} left something between two`);
    await complete(path);
    if ((await fingerprintOf(path)) !== whole)
      broken.push(`it was not completed after kill ${kill}`);
    broken.push(...(await faults(path, before)).map((fault) => `kill ${kill}: ${fault}`));
  }
  return outcomeOf({ harmed: kills, broken, measured: words(found) });
}

/** Changes at the end of some work, in which what was written gets its name. */
const LAST = 8;

/** The number of a change to stop at, of so many: half of the times any of them, else one of the last. */
function chooseChange(count: number, random: () => number): number {
  const among = random() < 0.5 ? count : Math.min(count, LAST);
  return count - Math.floor(random() * among);
}

/**
 * Starts the process, and kills it with SIGKILL at a change of its folder, or else once it has done its work.
 * @param killAt number of the change, from 1; null to let it do all
 * @returns how many changes there were
 * @throws when it fails by itself
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
