import type { EntityManager } from 'typeorm';
import type { Clock } from '../../clock.js';
import type { Database } from '../../database/database.js';
import { dialectOf } from '../../database/dialect.js';
import type { Repair } from './check.js';
import { attempt, checksOf, examine } from './examine.js';
import type { CheckReport, DoctorReport } from './report.js';

type Repairs = DoctorReport['repairs'];

/** Looks whether what is in a database agrees with itself, and mends what follows from something else. */
export class Doctor {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Looks at everything as it is at one moment, and changes nothing. */
  async look(): Promise<DoctorReport> {
    return reportOf([], await this.examine());
  }

  /** Mends what was found and can be derived, all in one transaction, and looks once more. */
  async repair(): Promise<DoctorReport> {
    const wrong = (await this.examine()).filter(({ ok }) => !ok).map(({ number }) => number);
    const repairs = await this.mend(wrong);
    return reportOf(repairs, await this.examine());
  }

  private async examine(): Promise<CheckReport[]> {
    const { reader, writer, measureStorage } = this.database;
    return reader.atOneMoment((manager) =>
      examine({
        manager,
        tryOut: (work) => writer.write(work),
        measureStorage,
        now: this.clock.now(),
      }),
    );
  }

  private async mend(wrong: readonly number[]): Promise<Repairs> {
    return this.database.writer.write(async (manager) => {
      const { deriveAlone } = dialectOf(manager);
      if (deriveAlone !== null) await manager.query(deriveAlone);
      const repairs: Repairs = [];
      for (const [index, { repair }] of checksOf(manager).entries()) {
        if (repair === null || !wrong.includes(index + 1)) continue;
        const error = await this.attemptRepair(manager, repair);
        repairs.push({ check: index + 1, did: repair.did, error });
      }
      return repairs;
    });
  }

  private async attemptRepair(manager: EntityManager, repair: Repair): Promise<string | null> {
    return attempt<string | null>(
      manager,
      async () => {
        await repair.run(manager, this.clock.now());
        return null;
      },
      (reason) => reason,
    );
  }
}

function reportOf(repairs: Repairs, checks: CheckReport[]): DoctorReport {
  return { ok: checks.every(({ ok }) => ok), repairs, checks };
}
