import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, watch } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import getPort from 'get-port';
import { openDatabase } from '../src/database/open-database.js';
import { prepareDatabaseFile } from '../src/database/sqlite/database-file.js';
import { SCHEMA } from '../src/database/sqlite/schema.js';
import { seededRandom } from '../src/seed/random.js';
import { launchBuiltServer } from '../test/built-server.js';
import { withFolder } from '../test/temporary-database.js';
import { fingerprintOf } from './fingerprint.js';
import { buildOldDatabase } from './old-database.js';
import type { Outcome } from './outcome.js';
import type { KillOptions } from './kills.js';

/** How the database is before and after a start, and how long a start works on it, in milliseconds. */
interface Migration {
  /** The database as an earlier version left it; null when there is none yet. */
  readonly file: string | null;
  /** What may be found while nothing is migrated: where there was no file, an empty database is as good as none. */
  readonly before: readonly (string | null)[];
  readonly after: string;
  readonly lasts: number;
}

/** Kills the server with SIGKILL while it brings a database up to date, from every earlier version and from none. */
export async function killDuringMigration({ kills, seed }: KillOptions): Promise<Outcome> {
  const random = seededRandom(seed);
  const broken: string[] = [];
  const found = { before: 0, after: 0 };
  await withFolder(async (folder) => {
    const migrations: Migration[] = [];
    for (let version = 0; version < SCHEMA.migrations.length; version += 1) {
      migrations.push(await rehearse(folder, version));
    }
    for (let kill = 0; kill < kills; kill += 1) {
      const migration = migrations[kill % migrations.length];
      if (migration === undefined) break;
      const path = await place(folder, migration.file);
      await startAndKill(path, random() * migration.lasts);
      const left = await fingerprintOf(path);
      if (migration.before.includes(left)) found.before += 1;
      else if (left === migration.after) found.after += 1;
      else broken.push(`kill ${kill + 1} left the database between two versions`);
      await openAndClose(path);
      if ((await fingerprintOf(path)) !== migration.after) {
        broken.push(`the start after kill ${kill + 1} did not complete the migration`);
      }
    }
  });
  return {
    harmed: kills,
    acknowledged: 0,
    lost: 0,
    doubled: 0,
    drifted: 0,
    invented: 0,
    broken,
    measured: { 'left as it was': found.before, 'left up to date': found.after },
  };
}

async function rehearse(folder: string, version: number): Promise<Migration> {
  const file = version === 0 ? null : join(folder, `version-${version}.sqlite`);
  if (file !== null) await buildOldDatabase(file, version);
  const path = await place(folder, file);
  const before = [await fingerprintOf(path)];
  if (file === null) before.push(await fingerprintOfEmpty(folder));
  const lasts = await startAndKill(path, null);
  return { file, before, after: (await fingerprintOf(path)) ?? '', lasts };
}

async function fingerprintOfEmpty(folder: string): Promise<string | null> {
  const path = await place(folder, null);
  await prepareDatabaseFile(path);
  return fingerprintOf(path);
}

/** Puts a copy of `file` into a folder of its own, and returns where it is, or is to be. */
async function place(folder: string, file: string | null): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'start-')), 'test.sqlite');
  if (file !== null) await copyFile(file, path);
  return path;
}

/**
 * Starts the server, and kills it some time after it first touched the database, or else once it serves.
 * @returns milliseconds from the first touch to the end
 */
async function startAndKill(path: string, killAfter: number | null): Promise<number> {
  const folder = join(path, '..');
  const touched = firstTouch(folder);
  const child = launchBuiltServer(folder, {
    DATABASE_URL: `sqlite:${path}`,
    PORT: String(await getPort()),
  });
  const ended = once(child, 'close');
  await Promise.race([touched, failure(ended, path)]);
  const started = performance.now();
  await Promise.race([serves(child), ...(killAfter === null ? [] : [delay(killAfter)])]);
  child.kill('SIGKILL');
  const lasted = performance.now() - started;
  await ended;
  return lasted;
}

/** @throws when the server ends by itself before anything else */
async function failure(ended: Promise<unknown>, path: string): Promise<never> {
  await ended;
  throw new Error(`The server ended by itself on ${path}: is it built?`);
}

/** Resolves when a file appears in `folder`: the log of the database, or the database. */
async function firstTouch(folder: string): Promise<void> {
  for await (const { filename } of watch(folder)) {
    if (filename?.startsWith('test.sqlite') === true) return;
  }
}

async function serves({ stdout }: ChildProcess): Promise<void> {
  if (stdout !== null) await once(stdout, 'data');
}

async function openAndClose(path: string): Promise<void> {
  await (await openDatabase({ kind: 'sqlite', path })).close();
}
