import type { EntityManager } from 'typeorm';
import type { Clock } from '../../core/clock.js';
import type { Database } from '../../database/database.js';
import { dialectOf } from '../../database/dialect.js';
import { Unavailable } from '../../core/errors.js';
import type { Patient, Repair } from './check.js';
import { attempt, checksOf, examine } from './examine.js';
import type { CheckReport, DoctorReport } from './report.js';

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

  /** Looks at everything as it is at one moment, and changes nothing. */
  async look(): Promise<DoctorReport> {
    return reportOf([], await this.atOneMoment(examine));
  }

  /** Mends what was found and can be derived, all in one transaction, and looks once more. */
  async repair(): Promise<DoctorReport> {
    const { checks, due } = await this.atOneMoment(findDue);
    if (due.length === 0) return reportOf([], checks);
    const repairs = await this.mend(due);
    return reportOf(repairs, await this.atOneMoment(examine));
  }

  private async atOneMoment<T>(look: (patient: Patient) => Promise<T>): Promise<T> {
    const { reader, writer, measureStorage } = this.database;
    return reader.atOneMoment((manager) =>
      look({
        manager,
        tryOut: (work) => writer.write(work),
        measureStorage,
        now: this.clock.now(),
      }),
    );
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
      const error = await attempt<string | null>(
        manager,
        async () => {
          await repair.run(manager, this.clock.now());
          return null;
        },
        (reason) => reason,
      );
      repairs.push({ check, did: repair.did, error });
    }
    return repairs;
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
