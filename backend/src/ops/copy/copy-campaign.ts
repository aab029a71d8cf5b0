import type { EntityManager, EntityMetadata } from 'typeorm';
import { z } from 'zod';
import type { Clock } from '../../core/clock.js';
import type { Database } from '../../database/database.js';
import { ENTITIES } from '../../open-database.js';
import { select } from '../../database/reader.js';
import { Refused } from '../command.js';
import { NUMBERED_ON } from '../doctor/checks/integrity.js';
import { RANKING_COUNTED } from '../doctor/checks/ranking.js';
import { ROOM_LEFT } from '../doctor/checks/storage.js';
import { checksOf, examine } from '../doctor/examine.js';
import { showProgress } from '../progress.js';
import { withoutTriggers } from '../without-triggers.js';
import { copyRows } from './copy-rows.js';
import type { CopyReport } from './report.js';

const countRow = z.object({ count: z.int() });

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

/**
 * All that a campaign consists of. The counted ranking is counted again, and what calls are counted for is over by the
 * time a copy is served.
 */
function tablesOf({ connection }: EntityManager): EntityMetadata[] {
  return ENTITIES.map((entity) => connection.getMetadata(entity));
}

async function refuseFull(target: EntityManager): Promise<void> {
  for (const { tableName: name } of tablesOf(target)) {
    if ((await countRows(target, name)) === 0) continue;
    throw new Refused(
      `there are rows in ${name} where the copy is to go: copy to a database that is empty`,
    );
  }
}

async function copyTables(
  source: EntityManager,
  target: EntityManager,
  now: Date,
): Promise<CopyReport['tables']> {
  const tables: CopyReport['tables'] = [];
  const copied = tablesOf(target);
  const names = copied.map(({ tableName }) => tableName);
  for (const name of names) tables.push({ name, rows: await countRows(source, name) });
  const progress = showProgress(
    'Copying',
    tables.reduce((sum, { rows }) => sum + rows, 0),
  );
  let done = 0;
  await withoutTriggers(target, names, async () => {
    await refuseFull(target);
    for (const table of copied) {
      await copyRows(source, target, table, (rows) => progress.reach((done += rows)));
    }
  });
  progress.stop();
  if (target.connection.options.type === 'postgres') await NUMBERED_ON.run(target, now);
  await RANKING_COUNTED.run(target, now);
  return tables;
}

async function countRows(manager: EntityManager, table: string): Promise<number> {
  const [row] = await select(manager, countRow, `SELECT count(*) AS count FROM ${table}`);
  return row?.count ?? 0;
}
