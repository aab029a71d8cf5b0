import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { dirname } from 'node:path';
import { Refused, StartError } from '../core/errors.js';
import { requireSpace } from '../core/files.js';
import type { Database, DatabaseLocation } from '../database/database.js';
import { dropObjects } from '../database/objects/database-objects.js';
import { atOneMoment, select } from '../database/reader.js';
import { UnusableDatabase } from '../database/version.js';
import { ENTITIES, openDatabase } from '../open-database.js';
import { loadSettings } from '../settings.js';
import { parseLocation } from './arguments.js';
import { defineCommand } from './command.js';
import { finishTables } from './finish-tables.js';
import { checksOf, examine } from '../doctor/examine.js';
import { describeCheck, doctorReportSchema } from '../doctor/report.js';
import { withProgress } from '../core/progress.js';
import { anyRow, insertAll, pagesOfTable, type AnyRow } from '../database/rows.js';
import { table } from './table.js';
import { rejectMissing, withDatabase } from './databases.js';
import type { Services } from './services.js';

export const copyReportSchema = doctorReportSchema.omit({ repairs: true }).extend({
  tables: z.array(z.strictObject({ name: z.string(), rows: z.int().nonnegative() })),
});

type CopyReport = z.infer<typeof copyReportSchema>;

/**
 * A copy into SQLite needs this many times the size of its source, since the write-ahead log contains the whole copy
 * while a checkpoint writes it to the file.
 */
const SIZES_OF_COPY = 2;

interface Options {
  readonly from?: DatabaseLocation;
  readonly to?: DatabaseLocation;
}

export const COPY = defineCommand({
  name: 'copy',
  description: 'copy all rows into an empty database, from SQLite to PostgreSQL or back',
  example: 'copy --from sqlite:data/pyramidion.sqlite --to postgres://localhost/pyramidion',
  well: 'everything is copied, and doctor finds no fault in the copy',
  notWell:
    'nothing was copied: the target is not empty, its disk is too full, or doctor found a fault in the copy',
  configure: (command) =>
    command
      .option('--from <url>', 'database to read (default: DATABASE_URL)', parseLocation)
      .option('--to <url>', 'empty database to fill (default: DATABASE_URL)', parseLocation)
      .addHelpText(
        'after',
        '\nStop the server before you copy, if you want to switch to the copy: later writes are not copied.\nEvery user of the machine can read command-line arguments. Put a URL with a password into DATABASE_URL.',
      ),
  run: async (_services: Services, { from, to }: Options) => {
    if (from === undefined && to === undefined) {
      throw new StartError(
        'copy needs a second database besides DATABASE_URL: name it with --from or --to',
      );
    }
    return withDatabase(await open('--from', from), async (source) =>
      withDatabase(await open('--to', to), async (target) => {
        await rejectFullDisk(source, to ?? loadSettings().database);
        return copyDatabase(source, target);
      }),
    );
  },
  describe,
  isWell: ({ ok }) => ok,
});

async function open(
  option: '--from' | '--to',
  named: DatabaseLocation | undefined,
): Promise<Database> {
  try {
    const location = named ?? loadSettings().database;
    if (option === '--from') rejectMissing(location);
    return await openDatabase(location, 'tool');
  } catch (error) {
    if (named === undefined || !(error instanceof UnusableDatabase)) throw error;
    throw new StartError(error.message.replace(/^DATABASE_URL/, option));
  }
}

async function rejectFullDisk(source: Database, target: DatabaseLocation): Promise<void> {
  if (target.kind === 'postgres') return;
  const { database } = await source.measureStorage();
  await requireSpace(dirname(target.path), SIZES_OF_COPY * database);
}

function describe({ ok, tables, checks }: CopyReport): string {
  const wrong = checks.filter((check) => !check.ok);
  return [
    table(['Table', 'Rows'], tables),
    ...wrong.flatMap(describeCheck),
    ok
      ? `Copied. All ${checks.length} checks of doctor pass on the copy.`
      : 'NOT copied: doctor finds faults in the data, so the copy was rolled back. Run doctor --repair on the source.',
  ].join('\n');
}

/**
 * Copies one snapshot of `source` into `target`. If doctor finds a fault in the copy, the copy is rolled back.
 * @throws Refused if `target` is not empty
 */
export async function copyDatabase(source: Database, target: Database): Promise<CopyReport> {
  return atOneMoment(source.reading, (from) =>
    target.writer.write(async (to) => {
      await to.query('SAVEPOINT empty');
      const tables = await copyTables(from, to);
      await to.query('SAVEPOINT copied');
      // After a failed statement of a check, this makes the transaction usable again.
      const renewSnapshot = () => to.query('ROLLBACK TO SAVEPOINT copied');
      const checks = await examine({ manager: to, published: null, renewSnapshot }, checksOf(to));
      const ok = checks.every((check) => check.ok);
      if (!ok) await to.query('ROLLBACK TO SAVEPOINT empty');
      return { ok, tables, checks };
    }),
  );
}

async function copyTables(
  source: EntityManager,
  target: EntityManager,
): Promise<CopyReport['tables']> {
  const tables: CopyReport['tables'] = [];
  for (const entity of ENTITIES) {
    const { tableName: name } = target.connection.getMetadata(entity);
    if (await target.exists(entity)) {
      throw new Refused(`the target has rows in ${name}: copy to an empty database`);
    }
    tables.push({ name, rows: await source.count(entity) });
  }
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  await dropObjects(target);
  await withProgress('Copying', total, async (onProgress) => {
    for (const entity of ENTITIES) {
      const table = target.connection.getMetadata(entity);
      // The other columns are computed.
      const columns = table.columns.filter(({ isInsert }) => isInsert);
      const pages = pagesOfTable(table, columns, (sql, key) => select(source, anyRow, sql, key));
      for await (const page of pages) {
        await insertAll(target.getRepository<AnyRow>(entity), page);
        onProgress((done += page.length));
      }
    }
  });
  await finishTables(target);
  return tables;
}
