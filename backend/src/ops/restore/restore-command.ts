import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { CommonOptions } from '../command.js';
import { conclude, newCommand } from '../command.js';
import { sqliteFile } from '../sqlite-file.js';
import { facts } from '../table.js';
import { restoreBackup } from './restore-backup.js';

/** What `restore` prints with `--json`. */
export const restoreReportSchema = z.strictObject({
  /** Absolute path of the backup. */
  file: z.string(),
  /** Absolute path of the database. */
  database: z.string(),
  /** Of the database now. */
  bytes: z.int().positive(),
  /** Where the database that was there before is kept; null when there was none. */
  aside: z.string().nullable(),
});

type RestoreReport = z.infer<typeof restoreReportSchema>;

const ON_POSTGRES =
  'pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE';

/** `restore FILE`: puts a backup in the place of the SQLite file, which no server may be serving. */
export function restoreCommand(): Command {
  return newCommand('restore', 'put a backup in the place of the database, which is kept aside', {
    well: 'the database is what the backup was',
    notWell:
      'it was refused, and the database is as it was: a server serves it, or the backup is not sound',
  })
    .argument('<file>', 'the backup, which stays as it is', (file) => resolve(file))
    .addHelpText('after', `\nOn PostgreSQL: ${ON_POSTGRES}`)
    .action(async (file: string, options: CommonOptions) =>
      conclude(options, async () => {
        const report: RestoreReport = await restoreBackup(file, sqliteFile(ON_POSTGRES));
        return { ok: true, report, text: describe(report) };
      }),
    );
}

function describe({ file, database, bytes, aside }: RestoreReport): string {
  return facts([
    ['Backup', file],
    ['Database', database],
    ['Bytes', bytes],
    ['Kept aside', aside ?? 'nothing: there was no database'],
  ]);
}
