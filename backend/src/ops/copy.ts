import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { StartError } from '../core/errors.js';
import type { Database, DatabaseLocation } from '../database/database.js';
import { select } from '../database/reader.js';
import { UnusableDatabase } from '../database/version.js';
import { ENTITIES, openDatabase } from '../open-database.js';
import { loadSettings } from '../settings.js';
import { parseLocation } from './arguments.js';
import { newCommand, Refused, reporting } from './command.js';
import { continueNumbers } from './doctor/checks/integrity.js';
import { RANKING_COUNTED } from './doctor/checks/ranking.js';
import { ROOM_LEFT } from './doctor/checks/machine.js';
import { checksOf, examine } from './doctor/examine.js';
import { describeCheck, doctorReportSchema } from './doctor/report.js';
import { withProgress } from './progress.js';
import {
  anyRow,
  countRows,
  insertRows,
  isPostgres,
  pagesOfTable,
  withoutTriggers,
} from './rows.js';
import { table } from './table.js';
import { refuseMissing, using } from './with-database.js';

export const copyReportSchema = doctorReportSchema.omit({ repairs: true }).extend({
  tables: z.array(z.strictObject({ name: z.string(), rows: z.int().nonnegative() })),
});

type CopyReport = z.infer<typeof copyReportSchema>;

interface Options {
  readonly from?: DatabaseLocation;
  readonly to?: DatabaseLocation;
}

export const COPY = newCommand(
  'copy',
  'copy a campaign into an empty database, from SQLite to PostgreSQL or back',
  'everything is copied, and holds',
  'the other database is not empty, or what was read does not hold; nothing was copied',
)
  .option('--from <url>', 'the database that has it (default: DATABASE_URL)', parseLocation)
  .option('--to <url>', 'the database that gets it (default: DATABASE_URL)', parseLocation)
  .addHelpText(
    'after',
    '\nA server may serve meanwhile, but what it writes after the beginning stays behind: stop it first to move.\nEverybody on the machine sees the arguments of a process: have DATABASE_URL name the address that holds a password, or PGPASSFILE a file with it. Of the PostgreSQL database that gets the copy, the role needs the right to create a schema, as for doctor.',
  )
  .action(
    reporting(
      async ({ from, to }: Options) => {
        if (from === undefined && to === undefined) {
          throw new StartError('DATABASE_URL is one of the two: name the other, by --from or --to');
        }
        return using(await open('--from', from), async (source) =>
          using(await open('--to', to), (target) => copyCampaign(source, target)),
        );
      },
      describe,
      ({ ok }) => ok,
    ),
  );

/** Opens the database that the option names, or else the settings, and has complaints about it say which of them did. */
async function open(
  option: '--from' | '--to',
  named: DatabaseLocation | undefined,
): Promise<Database> {
  try {
    const location = named ?? loadSettings().database;
    if (option === '--from') refuseMissing(location);
    return await openDatabase(location, 'of a tool');
  } catch (error) {
    if (named === undefined || !(error instanceof UnusableDatabase)) throw error;
    throw new StartError(error.message.replace(/^DATABASE_URL/, option));
  }
}

function describe({ ok, tables, checks }: CopyReport): string {
  const wrong = checks.filter((check) => !check.ok);
  return [
    table(['Table', 'Rows'], tables),
    ...wrong.flatMap(describeCheck),
    ok
      ? `Copied, and all ${checks.length} checks of doctor hold there.`
      : 'NOT copied: what was read does not hold. Nothing was kept; mend the database that it came from, by doctor.',
  ].join('\n');
}

/**
 * Puts everything that is in `source`, as it is at one moment, into `target`, with the same numbers. Nothing is kept
 * unless all of it is there and holds.
 * @throws Refused when there is something in `target`
 */
export async function copyCampaign(source: Database, target: Database): Promise<CopyReport> {
  const now = new Date();
  return source.reader.atOneMoment((from) =>
    target.writer.write(async (to) => {
      await to.query('SAVEPOINT empty');
      const tables = await copyTables(from, to, now);
      await to.query('SAVEPOINT copied');
      // What could not be looked at does not keep the rest from it.
      const giveWay = () => to.query('ROLLBACK TO SAVEPOINT copied');
      const context = { manager: to, measureStorage: target.measureStorage, now, giveWay };
      // The copy is still in the log.
      const due = checksOf(to).filter((check) => check !== ROOM_LEFT);
      const checks = await examine(context, due);
      const ok = checks.every((check) => check.ok);
      if (!ok) await to.query('ROLLBACK TO SAVEPOINT empty');
      return { ok, tables, checks };
    }),
  );
}

/** The counted ranking is counted again, and what calls are counted for is over by the time a copy is served. */
async function copyTables(
  source: EntityManager,
  target: EntityManager,
  now: Date,
): Promise<CopyReport['tables']> {
  const copied = ENTITIES.map((entity) => target.connection.getMetadata(entity));
  const names = copied.map(({ tableName }) => tableName);
  const tables: CopyReport['tables'] = [];
  for (const name of names) tables.push({ name, rows: await countRows(source, name) });
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  await withProgress('Copying', total, (reach) =>
    withoutTriggers(target, names, async () => {
      for (const name of names) {
        if ((await countRows(target, name)) === 0) continue;
        throw new Refused(
          `there are rows in ${name} where the copy is to go: copy to a database that is empty`,
        );
      }
      let done = 0;
      for (const table of copied) {
        // The rest is what the database computes from a row.
        const columns = table.columns.filter(({ isInsert }) => isInsert);
        const list = columns.map(({ databaseName }) => databaseName).join(', ');
        const pages = pagesOfTable(table, columns, (sql, key) => select(source, anyRow, sql, key));
        for await (const page of pages) {
          const rows = page.map((row) => Object.values(row));
          await insertRows(target, `${table.tableName} (${list})`, rows);
          reach((done += rows.length));
        }
      }
    }),
  );
  if (isPostgres(target)) await continueNumbers(target);
  await RANKING_COUNTED.run(target, now);
  return tables;
}
