import type { EntityManager, EntityMetadata } from 'typeorm';
import { z } from 'zod';
import type { Clock } from '../../core/clock.js';
import type { Database } from '../../database/database.js';
import { ENTITIES } from '../../open-database.js';
import { insertRows, pagesOf, select } from '../../database/reader.js';
import { Refused } from '../command.js';
import { NUMBERED_ON } from '../doctor/checks/integrity.js';
import { RANKING_COUNTED } from '../doctor/checks/ranking.js';
import { ROOM_LEFT } from '../doctor/checks/storage.js';
import { checksOf, examine } from '../doctor/examine.js';
import { checkReportSchema } from '../doctor/report.js';
import { withoutTriggers } from '../without-triggers.js';
import { withProgress } from '../progress.js';
import { countRows } from '../rows.js';

/** What `copy` prints with `--json`. */
export const copyReportSchema = z.strictObject({
  /** Whether the copy holds, and was kept. */
  ok: z.boolean(),
  tables: z.array(z.strictObject({ name: z.string(), rows: z.int().nonnegative() })),
  checks: z.array(checkReportSchema),
});

export type CopyReport = z.infer<typeof copyReportSchema>;

/** Rows that are in memory at a time, and go into one statement. */
const BATCH = 500;

const anyRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** Takes a copy back that does not hold. */
class NotSound extends Error {
  constructor(readonly report: CopyReport) {
    super('the copy does not hold');
  }
}

/**
 * Puts everything that is in `source`, as it is at one moment, into `target`, with the same numbers. Nothing is kept
 * unless all of it is there and holds.
 * @throws Refused when there is something in `target`
 */
export async function copyCampaign(
  source: Database,
  target: Database,
  clock: Clock,
): Promise<CopyReport> {
  const now = clock.now();
  try {
    return await source.reader.atOneMoment((from) =>
      target.writer.write(async (to) => {
        const tables = await copyTables(from, to, now);
        await to.query('SAVEPOINT copied');
        const checks = await examine(
          {
            manager: to,
            // What could not be looked at does not keep the rest from it.
            giveWay: () => to.query('ROLLBACK TO SAVEPOINT copied'),
            tryOut: (work) => work(to),
            measureStorage: target.measureStorage,
            now,
          },
          // The copy is still in the log.
          checksOf(to).filter((check) => check !== ROOM_LEFT),
        );
        const ok = checks.every((check) => check.ok);
        if (!ok) throw new NotSound({ ok, tables, checks });
        return { ok, tables, checks };
      }),
    );
  } catch (error) {
    if (error instanceof NotSound) return error.report;
    throw error;
  }
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
      for (const name of names) await refuseFull(target, name);
      let done = 0;
      for (const table of copied) {
        await copyRows(source, target, table, (rows) => reach((done += rows)));
      }
    }),
  );
  if (target.connection.options.type === 'postgres') await NUMBERED_ON.run(target, now);
  await RANKING_COUNTED.run(target, now);
  return tables;
}

async function refuseFull(target: EntityManager, table: string): Promise<void> {
  if ((await countRows(target, table)) === 0) return;
  throw new Refused(
    `there are rows in ${table} where the copy is to go: copy to a database that is empty`,
  );
}

/**
 * Puts the rows of a table into the same table elsewhere, in the order of its key, but for what the database computes
 * from the rest of a row.
 * @param reach is told how many rows were copied since the last time
 */
async function copyRows(
  source: EntityManager,
  target: EntityManager,
  { tableName, primaryColumns, columns: all }: EntityMetadata,
  reach: (rows: number) => void,
): Promise<void> {
  const key = primaryColumns.map(({ databaseName }) => databaseName);
  const columns = all.filter(({ isInsert }) => isInsert).map(({ databaseName }) => databaseName);
  const list = columns.join(', ');
  const places = key.map((_column, index) => `$${index + 1}`);
  const afterRow = `WHERE (${key.join(', ')}) > (${places.join(', ')})`;
  const batches = pagesOf<z.infer<typeof anyRow>>((after) =>
    select(
      source,
      anyRow,
      `SELECT ${list} FROM ${tableName} ${after === undefined ? '' : afterRow}
ORDER BY ${key.join(', ')} LIMIT ${BATCH}`,
      after === undefined ? [] : key.map((column) => after[column] ?? null),
    ),
  );
  for await (const batch of batches) {
    const rows = batch.map((row) => columns.map((column) => row[column] ?? null));
    await insertRows(target, `${tableName} (${list})`, rows);
    reach(rows.length);
  }
}
