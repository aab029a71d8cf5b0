import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import getPort from 'get-port';
import { openDatabase } from '../src/database/open-database.js';
import { prepareDatabaseFile } from '../src/database/sqlite/database-file.js';
import { SCHEMA } from '../src/database/sqlite/schema.js';
import { seededRandom } from '../src/ops/seed/random.js';
import { launchBuiltServer } from '../test/built-server.js';
import { withFolder } from '../test/temporary-database.js';
import { watchChanges } from './changes.js';
import { fingerprintOf } from './fingerprint.js';
import { buildOldDatabase } from './old-database.js';
import type { Outcome } from './outcome.js';
import type { KillOptions } from './kills.js';

/** How the database is before and after a start, and how many changes of its folder a start makes. */
interface Migration {
  /** The database as an earlier version left it; null when there is none yet. */
  readonly file: string | null;
  /** What may be found while nothing is migrated: where there was no file, an empty database is as good as none. */
  readonly before: readonly (string | null)[];
  readonly after: string;
  readonly changes: number;
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
      await startAndKill(path, 1 + Math.floor(random() * migration.changes));
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
  const changes = await startAndKill(path, null);
  return { file, before, after: (await fingerprintOf(path)) ?? '', changes };
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
 * Starts the server, and kills it at a change of its folder, or else once it serves.
 * @param killAt number of the change, from 1; null to let it serve
 * @returns how many changes there were
 */
async function startAndKill(path: string, killAt: number | null): Promise<number> {
  const folder = join(path, '..');
  const changes = watchChanges(folder);
  const child = launchBuiltServer(folder, {
    DATABASE_URL: `sqlite:${path}`,
    PORT: String(await getPort()),
  });
  const ended = once(child, 'close');
  await Promise.race([
    serves(child),
    failure(ended, path),
    ...(killAt === null ? [] : [changes.reach(killAt)]),
  ]);
  child.kill('SIGKILL');
  await ended;
  changes.stop();
  return changes.count;
}

/** @throws when the server ends by itself before anything else */
async function failure(ended: Promise<unknown>, path: string): Promise<never> {
  await ended;
  throw new Error(`The server ended by itself on ${path}: is it built?`);
}

async function serves({ stdout }: ChildProcess): Promise<void> {
  if (stdout !== null) await once(stdout, 'data');
}

async function openAndClose(path: string): Promise<void> {
  await (await openDatabase({ kind: 'sqlite', path })).close();
}
