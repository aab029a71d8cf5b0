import { copyFile, mkdtemp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeBackup } from '../src/ops/backup/backup.js';
import { seededRandom } from '../src/ops/seed/random.js';
import { withFolder } from '../test/temporary-database.js';
import { chooseChange, runAndKill } from './changes.js';
import { fingerprintOf } from './fingerprint.js';
import { fillDatabase } from './filled-database.js';
import type { Effort, Outcome } from './outcome.js';
import { outcomeOf } from './outcome.js';

/** Kills the backup of a database with SIGKILL, where there is no file of that name yet and where it takes the place of one. */
export async function killDuringBackup({ kills, seed }: Effort): Promise<Outcome> {
  const random = seededRandom(seed);
  const broken: string[] = [];
  const found = { none: 0, before: 0, after: 0 };
  await withFolder(async (folder) => {
    const database = join(folder, 'test.sqlite');
    const earlier = join(folder, 'earlier.sqlite');
    await fillDatabase(earlier, 1_000);
    await fillDatabase(database);
    const [before, after] = [await fingerprintOf(earlier), await fingerprintOf(database)];
    const start = async (file: string, killAt: number | null): Promise<number> =>
      runAndKill(`sqlite:${database}`, ['backup', file, '--overwrite'], dirname(file), killAt);
    const changes = await start(await place(folder, null), null);
    for (let kill = 1; kill <= kills; kill += 1) {
      const isFirst = kill % 2 === 0;
      const file = await place(folder, isFirst ? null : earlier);
      await start(file, chooseChange(changes, random));
      const left = await fingerprintOf(file);
      if (left === after) found.after += 1;
      else if (left === null && isFirst) found.none += 1;
      else if (left === before && !isFirst) found.before += 1;
      else broken.push(`kill ${kill} left half a backup`);
      if ((await fingerprintOf(database)) !== after) broken.push(`kill ${kill} hurt the database`);
      await writeBackup(database, file, true);
      if ((await fingerprintOf(file)) !== after) broken.push(`no backup after kill ${kill}`);
    }
  });
  return outcomeOf({
    harmed: kills,
    broken,
    measured: {
      'left no backup': found.none,
      'left the earlier backup': found.before,
      'left the new backup': found.after,
    },
  });
}

/** A name in a folder of its own, with a copy of the backup `earlier` under it when there is one. */
async function place(folder: string, earlier: string | null): Promise<string> {
  const file = join(await mkdtemp(join(folder, 'backup-')), 'backup.sqlite');
  if (earlier !== null) await copyFile(earlier, file);
  return file;
}
