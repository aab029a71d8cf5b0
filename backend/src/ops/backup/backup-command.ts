import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { CommonOptions } from '../command.js';
import { conclude, newCommand } from '../command.js';
import { sqliteFile } from '../sqlite-file.js';
import { facts } from '../table.js';
import { writeBackup } from './write-backup.js';

/** What `backup` prints with `--json`. */
export const backupReportSchema = z.strictObject({
  /** Absolute path of the database. */
  database: z.string(),
  /** Absolute path of the backup. */
  file: z.string(),
  /** Of the backup. */
  bytes: z.int().positive(),
});

type BackupReport = z.infer<typeof backupReportSchema>;

const ON_POSTGRES = 'pg_dump --format=custom --file=FILE "$DATABASE_URL"';

interface Options extends CommonOptions {
  readonly overwrite?: true;
}

/** `backup FILE`: a copy of the SQLite file as it is at one moment, while the server serves. */
export function backupCommand(): Command {
  return newCommand('backup', 'copy the database into a file, while the server serves', {
    well: 'the backup is complete, checked and on the disk',
    notWell:
      'it was refused, and nothing was written: the file is there already, or the database is damaged',
  })
    .argument('<file>', 'where to', (file) => resolve(file))
    .option('--overwrite', 'replace an earlier backup of that name')
    .addHelpText('after', `\nOn PostgreSQL: ${ON_POSTGRES}`)
    .action(async (file: string, { overwrite, ...common }: Options) =>
      conclude(common, async () => {
        const database = sqliteFile(ON_POSTGRES);
        const bytes = await writeBackup(database, file, overwrite ?? false);
        const report: BackupReport = { database, file, bytes };
        return { ok: true, report, text: describe(report) };
      }),
    );
}

function describe({ database, file, bytes }: BackupReport): string {
  return facts([
    ['Database', database],
    ['Backup', file],
    ['Bytes', bytes],
  ]);
}
