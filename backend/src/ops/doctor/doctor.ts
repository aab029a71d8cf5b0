import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../core/clock.js';
import { Unavailable } from '../../core/errors.js';
import { printableLine } from '../../core/printable.js';
import type { Database } from '../../database/database.js';
import { isDamage } from '../../database/faults.js';
import { select } from '../../database/reader.js';
import { loadSettings } from '../../settings.js';
import { newCommand } from '../command.js';
import { withProgress } from '../progress.js';
import { isPostgres } from '../rows.js';
import { onDatabase } from '../with-database.js';
import { MAX_TOLD, REPAIR, type Check, type CheckContext, type Repair } from './check.js';
import {
  MIGRATIONS_RECORDED,
  NUMBERS_GO_ON,
  POSTGRES_INTEGRITY,
  SQLITE_INTEGRITY,
} from './checks/integrity.js';
import { checksOfServer, FEW_EXPIRED, ROOM_LEFT } from './checks/machine.js';
import { POINTS_CHECKS } from './checks/points.js';
import { PROOF_CHECKS } from './checks/proofs.js';
import { RANKING_CHECKS } from './checks/ranking.js';
import { REFERRAL_CHECKS } from './checks/referrals.js';
import { SCHEMA_AS_MIGRATED } from './checks/schema.js';

const checkReportSchema = z.strictObject({
  /** The same for the same check, from 1. */
  number: z.int().positive(),
  name: z.string(),
  looked: z.string(),
  ok: z.boolean(),
  count: z.int().nonnegative(),
  /** What is wrong; of much, the first 20. */
  faults: z.array(z.string()),
  remedy: z.string().nullable(),
});

export type CheckReport = z.infer<typeof checkReportSchema>;

export const doctorReportSchema = z.strictObject({
  ok: z.boolean(),
  /** What `--repair` did before everything was looked at again. */
  repairs: z.array(
    z.strictObject({
      check: z.int().positive(),
      did: z.string(),
      /** Why it was not done after all; null when it was. */
      error: z.string().nullable(),
    }),
  ),
  checks: z.array(checkReportSchema),
});

export type DoctorReport = z.infer<typeof doctorReportSchema>;
type RepairReports = DoctorReport['repairs'];

export const DOCTOR = newCommand(
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
    onDatabase(
      (database: Database, { repair }: { readonly repair?: true }) => {
        const doctor = new Doctor(database, new Clock(), checksOfServer(loadSettings()));
        return repair === true ? doctor.repair() : doctor.look();
      },
      describeReport,
      ({ ok }) => ok,
    ),
  );

/** A log of so many bytes is written back before anything else is looked at. */
const LONG_LOG = 32 * 1024 * 1024;

/** How long that is tried, in milliseconds: somebody else may be in the way, too. */
const SHORTENING_MS = 1_000;

/** PostgreSQL: has everybody else who changes what is derived wait for this transaction. */
const DERIVE_ALONE = 'LOCK TABLE wallet, week_total, rank_count IN SHARE ROW EXCLUSIVE MODE';

const shortenedRow = z.object({ busy: z.int() });

type DueRepair = Repair & { readonly check: number };

/** Looks whether what is in a database agrees with itself, and mends what follows from something else. */
export class Doctor {
  /** @param more what is looked at beside the database */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly more: readonly Check[] = [],
  ) {}

  /** Looks at everything, each check at one moment, and changes nothing. */
  async look(): Promise<DoctorReport> {
    return reportOf([], (await this.examine()).reports);
  }

  /** Mends what was found and can be derived, all in one transaction, and looks once more. */
  async repair(): Promise<DoctorReport> {
    const { reports, due } = await this.examine();
    if (due.length === 0) return reportOf([], reports);
    const repairs = await this.mend(due);
    return reportOf(repairs, (await this.examine()).reports);
  }

  private async examine(): Promise<{ reports: CheckReport[]; due: DueRepair[] }> {
    const { reader, measureStorage } = this.database;
    return reader.atOneMoment(async (manager) => {
      const checks = [...checksOf(manager), ...this.more];
      const giveWay = (): Promise<void> => this.giveWay(manager);
      const context = { manager, measureStorage, giveWay, now: this.clock.now() };
      const reports = await examine(context, checks);
      const due = reports.flatMap(({ ok, number }) => {
        const repair = checks[number - 1]?.repair;
        return ok || repair === undefined ? [] : [{ ...repair, check: number }];
      });
      return { reports, due };
    });
  }

  /** Ends the moment that is looked at and begins another; in between, a long log is written back. */
  private async giveWay(manager: EntityManager): Promise<void> {
    // SQLite may have rolled back by itself, where it cannot read.
    await manager.query('ROLLBACK').catch(() => undefined);
    await this.shortenLog(manager);
    await manager.query('BEGIN');
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
      return await this.database.writer.write(async (manager) => {
        if (isPostgres(manager)) await manager.query(DERIVE_ALONE);
        const repairs: RepairReports = [];
        for (const { check, did, run } of due) {
          await manager.query('SAVEPOINT repair');
          const error = await run(manager, this.clock.now()).then(() => null, messageOf);
          // What cannot be mended does not keep the rest from it, and nothing of it is kept.
          if (error !== null) await manager.query('ROLLBACK TO SAVEPOINT repair');
          repairs.push({ check, did, error });
        }
        return repairs;
      });
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      const reason = `the database cannot be written (${String(error.cause)})`;
      return due.map(({ check, did }) => ({ check, did, error: reason }));
    }
  }
}

function reportOf(repairs: RepairReports, checks: CheckReport[]): DoctorReport {
  return { ok: checks.every(({ ok }) => ok), repairs, checks };
}

export function describeReport({ ok, repairs, checks }: DoctorReport): string {
  const wrong = checks.filter((check) => !check.ok).map(({ number }) => number);
  return [
    ...repairs.map(({ check, did, error }) =>
      error === null ? `Repaired ${check}: ${did}.` : `NOT repaired ${check}: ${error}.`,
    ),
    ...checks.flatMap(describeCheck),
    ok ? 'All is well.' : `NOT all is well: see ${wrong.join(', ')}.`,
  ].join('\n');
}

/** One check for people, a line or more. */
export function describeCheck(check: CheckReport): string[] {
  const { number, name, looked, ok, count, faults, remedy } = check;
  const hidden = count - faults.length;
  return [
    `${String(number).padStart(2)}  ${ok ? 'ok   ' : 'WRONG'}  ${name} (${looked})`,
    ...faults.map((fault) => `           ${printableLine(fault)}`),
    ...(hidden > 0 ? [`           and ${hidden.toLocaleString('en')} more`] : []),
    ...(remedy === null ? [] : [`           To mend it: ${remedy}.`]),
  ];
}

/** All that doctor looks at in the database at the other end. What a repair relies on comes before it. */
export function checksOf(manager: EntityManager): readonly Check[] {
  return [
    isPostgres(manager) ? POSTGRES_INTEGRITY : SQLITE_INTEGRITY,
    SCHEMA_AS_MIGRATED,
    MIGRATIONS_RECORDED,
    ...REFERRAL_CHECKS,
    ...POINTS_CHECKS,
    ...RANKING_CHECKS,
    ...PROOF_CHECKS,
    FEW_EXPIRED,
    ROOM_LEFT,
    ...(isPostgres(manager) ? [NUMBERS_GO_ON] : []),
  ];
}

/** Looks at everything, one check after the other. */
export async function examine(
  context: CheckContext,
  checks: readonly Check[],
): Promise<CheckReport[]> {
  return withProgress('Examining', checks.length, async (reach) => {
    const reports: CheckReport[] = [];
    for (const [index, check] of checks.entries()) {
      const giveWay = async (done: number): Promise<void> => {
        await context.giveWay(done);
        reach(index + done);
      };
      reports.push(await examineOne({ ...context, giveWay }, check, index + 1));
      await giveWay(1);
    }
    return reports;
  });
}

/** A check that cannot be done is one that found something. */
async function examineOne(
  context: CheckContext,
  { name, look, remedy = REPAIR }: Check,
  number: number,
): Promise<CheckReport> {
  try {
    const { looked, faults, count = faults.length } = await look(context);
    const told = faults.slice(0, MAX_TOLD);
    const ok = count === 0;
    return { number, name, looked, ok, count, faults: told, remedy: ok ? null : remedy };
  } catch (error) {
    const what = number === 1 ? 'that' : 'what is wrong before it';
    return {
      number,
      name,
      looked: 'nothing',
      ok: false,
      count: 1,
      faults: [`it could not be looked at: ${messageOf(error)}`],
      remedy: isDamage(error) ? 'restore a backup' : `mend ${what}, and look again`,
    };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
