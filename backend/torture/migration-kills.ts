import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import getPort from 'get-port';
import { openDatabase } from '../src/open-database.js';
import { prepareDatabaseFile } from '../src/database/sqlite/database-file.js';
import { seededRandom } from '../src/ops/seed/random.js';
import { launchBuiltServer } from '../test/built-server.js';
import { withFolder } from '../test/temporary-database.js';
import { watchChanges } from './changes.js';
import { fingerprintOf } from './fingerprint.js';
import type { KillOptions } from './kills.js';
import type { Outcome } from './outcome.js';
import { outcomeOf } from './outcome.js';

/** Kills the server with SIGKILL while it makes a database and brings it up to date. */
export async function killDuringMigration({ kills, seed }: KillOptions): Promise<Outcome> {
  const random = seededRandom(seed);
  const broken: string[] = [];
  const found = { before: 0, after: 0 };
  await withFolder(async (folder) => {
    const rehearsed = await newPlace(folder);
    const changes = await startAndKill(rehearsed, null);
    const after = await fingerprintOf(rehearsed);
    // An empty database is as good as none.
    const before = [null, await fingerprintOfEmpty(folder)];
    for (let kill = 1; kill <= kills; kill += 1) {
      const path = await newPlace(folder);
      await startAndKill(path, 1 + Math.floor(random() * changes));
      const left = await fingerprintOf(path);
      if (before.includes(left)) found.before += 1;
      else if (left === after) found.after += 1;
      else broken.push(`kill ${kill} left the database half made`);
      await openAndClose(path);
      if ((await fingerprintOf(path)) !== after) {
        broken.push(`the start after kill ${kill} did not complete the migration`);
      }
    }
  });
  return outcomeOf({
    harmed: kills,
    broken,
    measured: { 'left none': found.before, 'left a whole one': found.after },
  });
}

async function fingerprintOfEmpty(folder: string): Promise<string | null> {
  const path = await newPlace(folder);
  await prepareDatabaseFile(path);
  return fingerprintOf(path);
}

/** Where a database is to be, in a folder of its own. */
async function newPlace(folder: string): Promise<string> {
  return join(await mkdtemp(join(folder, 'start-')), 'test.sqlite');
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
