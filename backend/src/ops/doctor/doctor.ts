import type { Command } from 'commander';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../core/clock.js';
import type { Database } from '../../database/database.js';
import { dialectOf } from '../../database/dialect.js';
import { select } from '../../database/reader.js';
import { Unavailable } from '../../core/errors.js';
import type { CommonOptions } from '../command.js';
import { conclude, newCommand } from '../command.js';
import { withDatabase } from '../with-database.js';
import type { Patient, Repair } from './check.js';
import { checksOf, examine } from './examine.js';
import type { CheckReport, DoctorReport } from './report.js';
import { describeReport } from './report.js';

interface Options extends CommonOptions {
  readonly repair?: true;
}

/** `doctor`: looks whether everything in the database agrees, while the server serves. */
export function doctorCommand(): Command {
  return newCommand(
    'doctor',
    'check that what is in the database is sound and agrees with itself',
    {
      well: 'all is well',
      notWell: 'something is wrong, after --repair still',
    },
  )
    .option(
      '--repair',
      'mend what follows from other rows: totals, points, ranking, indexes, views, triggers; never a referral',
    )
    .addHelpText(
      'after',
      '\nOn PostgreSQL, the role needs the right to create a schema: what the migrations make is made once more beside what is there, and removed again.',
    )
    .action(async ({ repair, ...common }: Options) =>
      conclude(common, () =>
        withDatabase(async (database) => {
          const doctor = new Doctor(database, new Clock());
          const report = repair === true ? await doctor.repair() : await doctor.look();
          return { ok: report.ok, report, text: describeReport(report) };
        }),
      ),
    );
}

/** A log of so many bytes is written back before anything else is looked at. */
const LONG_LOG = 32 * 1024 * 1024;

/** How long that is tried, in milliseconds: somebody else may be in the way, too. */
const SHORTENING_MS = 1_000;

const shortenedRow = z.object({ busy: z.int() });

const BEGIN = { sqlite: 'BEGIN', postgres: 'BEGIN ISOLATION LEVEL REPEATABLE READ' };

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
  ) {}

  /** Looks at everything, each check at one moment, and changes nothing. */
  async look(): Promise<DoctorReport> {
    return reportOf([], await this.withPatient(examine));
  }

  /** Mends what was found and can be derived, all in one transaction, and looks once more. */
  async repair(): Promise<DoctorReport> {
    const { checks, due } = await this.withPatient(findDue);
    if (due.length === 0) return reportOf([], checks);
    const repairs = await this.mend(due);
    return reportOf(repairs, await this.withPatient(examine));
  }

  private async withPatient<T>(look: (patient: Patient) => Promise<T>): Promise<T> {
    const { reader, writer, measureStorage } = this.database;
    return reader.atOneMoment((manager) =>
      look({
        manager,
        giveWay: () => this.giveWay(manager),
        tryOut: (work) => writer.write(work),
        measureStorage,
        now: this.clock.now(),
      }),
    );
  }

  /** Ends the moment that is looked at and begins another; in between, a long log is written back. */
  private async giveWay(manager: EntityManager): Promise<void> {
    try {
      await manager.query('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself, as it may where it cannot read.
    }
    await this.shortenLog(manager);
    await manager.query(
      manager.connection.options.type === 'postgres' ? BEGIN.postgres : BEGIN.sqlite,
    );
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

  /** What cannot be mended does not keep the rest from it. */
  private async mendAll(manager: EntityManager, due: readonly DueRepair[]): Promise<RepairReports> {
    const { deriveAlone } = dialectOf(manager);
    if (deriveAlone !== null) await manager.query(deriveAlone);
    const repairs: RepairReports = [];
    for (const { check, repair } of due) {
      const error = await this.attempt(manager, repair);
      repairs.push({ check, did: repair.did, error });
    }
    return repairs;
  }

  /** @returns why it was not done, and nothing of it was kept; null when it was */
  private async attempt(manager: EntityManager, repair: Repair): Promise<string | null> {
    await manager.query('SAVEPOINT repair');
    try {
      await repair.run(manager, this.clock.now());
      await manager.query('RELEASE SAVEPOINT repair');
      return null;
    } catch (error) {
      await manager.query('ROLLBACK TO SAVEPOINT repair');
      await manager.query('RELEASE SAVEPOINT repair');
      return error instanceof Error ? error.message : String(error);
    }
  }
}

async function findDue(patient: Patient): Promise<{ checks: CheckReport[]; due: DueRepair[] }> {
  const checks = await examine(patient);
  const due = checksOf(patient.manager).flatMap(({ repair }, index) =>
    repair === null || checks[index]?.ok === true ? [] : [{ check: index + 1, repair }],
  );
  return { checks, due };
}

function reportOf(repairs: RepairReports, checks: CheckReport[]): DoctorReport {
  return { ok: checks.every(({ ok }) => ok), repairs, checks };
}
