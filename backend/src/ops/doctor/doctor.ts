import type { Command } from 'commander';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../core/clock.js';
import type { Database } from '../../database/database.js';
import { dialectOf } from '../../database/dialect.js';
import { select } from '../../database/reader.js';
import { Unavailable } from '../../core/errors.js';
import { concluding, newCommand } from '../command.js';
import { loadSettings } from '../../settings.js';
import { withDatabase } from '../with-database.js';
import type { Check, Repair } from './check.js';
import { checksOfServer } from './checks/server.js';
import { checksOf, examine } from './examine.js';
import type { CheckReport, DoctorReport } from './report.js';
import { describeReport } from './report.js';

interface Options {
  readonly repair?: true;
}

/** `doctor`: looks whether everything in the database agrees, while the server serves. */
export function doctorCommand(): Command {
  return newCommand(
    'doctor',
    'check that what is in the database is sound and agrees with itself',
    'all is well',
    'something is wrong, after --repair still',
  )
    .option(
      '--repair',
      'mend what follows from other rows: totals, points, ranking, indexes, views, triggers; never a referral',
    )
    .addHelpText(
      'after',
      '\nOn PostgreSQL, the role needs the right to create a schema: what the migrations make is made once more beside what is there, and removed again.',
    )
    .action(
      concluding(async ({ repair }: Options) => {
        const report = await withDatabase((database) => {
          const doctor = new Doctor(database, new Clock(), checksOfServer(loadSettings()));
          return repair === true ? doctor.repair() : doctor.look();
        });
        return { ok: report.ok, report, text: describeReport(report) };
      }),
    );
}

/** A log of so many bytes is written back before anything else is looked at. */
const LONG_LOG = 32 * 1024 * 1024;

/** How long that is tried, in milliseconds: somebody else may be in the way, too. */
const SHORTENING_MS = 1_000;

const shortenedRow = z.object({ busy: z.int() });

type RepairReports = DoctorReport['repairs'];

/** A repair that is to be made, and the number of the check that asks for it. */
interface DueRepair {
  readonly check: number;
  readonly repair: Repair;
}

/** Looks whether what is in a database agrees with itself, and mends what follows from something else. */
export class Doctor {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    /** What is looked at beside the database. */
    private readonly more: readonly Check[] = [],
  ) {}

  /** Looks at everything, each check at one moment, and changes nothing. */
  async look(): Promise<DoctorReport> {
    const { checks } = await this.examine();
    return reportOf([], checks);
  }

  /** Mends what was found and can be derived, all in one transaction, and looks once more. */
  async repair(): Promise<DoctorReport> {
    const { checks, due } = await this.examine();
    if (due.length === 0) return reportOf([], checks);
    const repairs = await this.mend(due);
    return reportOf(repairs, (await this.examine()).checks);
  }

  private async examine(): Promise<{ checks: CheckReport[]; due: DueRepair[] }> {
    const { reader, writer, measureStorage } = this.database;
    return reader.atOneMoment(async (manager) => {
      const all = [...checksOf(manager), ...this.more];
      const context = {
        manager,
        giveWay: () => this.giveWay(manager),
        tryOut: <T>(work: (writing: EntityManager) => Promise<T>) => writer.write(work),
        measureStorage,
        now: this.clock.now(),
      };
      const checks = await examine(context, all);
      const due = all.flatMap(({ repair }, index) =>
        repair === null || checks[index]?.ok === true ? [] : [{ check: index + 1, repair }],
      );
      return { checks, due };
    });
  }

  /** Ends the moment that is looked at and begins another; in between, a long log is written back. */
  private async giveWay(manager: EntityManager): Promise<void> {
    try {
      await manager.query('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself, as it may where it cannot read.
    }
    await this.shortenLog(manager);
    const isPostgres = manager.connection.options.type === 'postgres';
    await manager.query(isPostgres ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN');
  }

  private async shortenLog(manager: EntityManager): Promise<void> {
    const { log } = await this.database.measureStorage();
    if (log === null || log < LONG_LOG) return;
    await manager.query('PRAGMA wal_checkpoint(PASSIVE)');
    const deadline = performance.now() + SHORTENING_MS;
    while (performance.now() < deadline) {
      const [outcome] = await select(manager, shortenedRow, 'PRAGMA wal_checkpoint(TRUNCATE)');
      if (outcome?.busy === 0) return;
    }
  }

  private async mend(due: readonly DueRepair[]): Promise<RepairReports> {
    try {
      return await this.database.writer.write((manager) => this.mendAll(manager, due));
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      const reason = `the database cannot be written (${String(error.cause)})`;
      return due.map(({ check, repair }) => ({ check, did: repair.did, error: reason }));
    }
  }

  /** What cannot be mended does not keep the rest from it, and nothing of it is kept. */
  private async mendAll(manager: EntityManager, due: readonly DueRepair[]): Promise<RepairReports> {
    const { deriveAlone } = dialectOf(manager);
    if (deriveAlone !== null) await manager.query(deriveAlone);
    const repairs: RepairReports = [];
    for (const { check, repair } of due) {
      let error: string | null = null;
      await manager.query('SAVEPOINT repair');
      try {
        await repair.run(manager, this.clock.now());
      } catch (thrown) {
        error = thrown instanceof Error ? thrown.message : String(thrown);
        await manager.query('ROLLBACK TO SAVEPOINT repair');
      }
      await manager.query('RELEASE SAVEPOINT repair');
      repairs.push({ check, did: repair.did, error });
    }
    return repairs;
  }
}

function reportOf(repairs: RepairReports, checks: CheckReport[]): DoctorReport {
  return { ok: checks.every(({ ok }) => ok), repairs, checks };
}
