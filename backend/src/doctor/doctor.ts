import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../core/clock.js';
import { toError, Unavailable } from '../core/errors.js';
import { Database } from '../database/database.js';
import { atOneMoment, select } from '../database/reader.js';
import type { Checkpoint } from '../transparency-log/checkpoint-file.js';
import type { Repair } from './check.js';
import { checksOf, examine } from './examine.js';
import type { CheckReport, DoctorReport } from './report.js';

type RepairReports = DoctorReport['repairs'];

const LONG_WAL_BYTES = 32 * 1024 * 1024;

const MAX_SHORTENING_MS = 1_000;

const shortenedRow = z.object({ busy: z.int() });

type DueRepair = Repair & { readonly check: number };

@Injectable()
export class Doctor {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async look(published: Checkpoint | null = null): Promise<DoctorReport> {
    return reportOf([], (await this.examine(published)).reports);
  }

  async repair(published: Checkpoint | null = null): Promise<DoctorReport> {
    const { reports, due } = await this.examine(published);
    if (due.length === 0) return reportOf([], reports);
    const repairs = await this.repairAll(due);
    return reportOf(repairs, (await this.examine(published)).reports);
  }

  private async examine(
    published: Checkpoint | null,
  ): Promise<{ reports: CheckReport[]; due: DueRepair[] }> {
    return atOneMoment(this.database.reading, async (manager) => {
      const checks = checksOf(manager);
      const renewSnapshot = (): Promise<void> => this.renewSnapshot(manager);
      const context = { manager, published, renewSnapshot };
      const reports = await examine(context, checks);
      const due = reports.flatMap(({ ok, number }) => {
        const repair = checks[number - 1]?.repair;
        return ok || repair === undefined ? [] : [{ ...repair, check: number }];
      });
      return { reports, due };
    });
  }

  private async renewSnapshot(manager: EntityManager): Promise<void> {
    // SQLite may have rolled back already.
    await manager.query('ROLLBACK').catch(() => undefined);
    await this.shortenWal(manager);
    await manager.query('BEGIN');
  }

  private async shortenWal(manager: EntityManager): Promise<void> {
    const { wal } = await this.database.measureStorage();
    if (wal === null || wal < LONG_WAL_BYTES) return;
    await manager.query('PRAGMA wal_checkpoint(PASSIVE)');
    const deadline = performance.now() + MAX_SHORTENING_MS;
    while (performance.now() < deadline) {
      const [outcome] = await select(manager, shortenedRow, 'PRAGMA wal_checkpoint(TRUNCATE)');
      if (outcome?.busy === 0) return;
    }
  }

  /** If a repair fails, it is rolled back and the others still run, unless the database cannot be written. */
  private async repairAll(due: readonly DueRepair[]): Promise<RepairReports> {
    const repairs: RepairReports = [];
    let unavailable: string | null = null;
    for (const { check, did, run } of due) {
      let error: string | null = unavailable;
      try {
        if (unavailable === null) await this.repairOne(run);
      } catch (cause) {
        error = describeFault(cause);
        if (cause instanceof Unavailable) unavailable = error;
      }
      repairs.push({ check, did, error });
    }
    return repairs;
  }

  private repairOne(run: Repair['run']): Promise<void> {
    return this.database.writer.write(async (manager) => {
      await run(manager, this.clock.now());
    });
  }
}

const describeFault = (error: unknown): string =>
  error instanceof Unavailable
    ? `the database cannot be written (${String(error.cause)})`
    : toError(error).message;

function reportOf(repairs: RepairReports, checks: CheckReport[]): DoctorReport {
  return { ok: checks.every(({ ok }) => ok), repairs, checks };
}
