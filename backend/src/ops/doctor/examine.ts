import type { EntityManager } from 'typeorm';
import { showProgress } from '../progress.js';
import type { Check, Findings, Patient } from './check.js';
import { CHECKS } from './checks.js';
import type { CheckReport } from './report.js';

/** The checks for the database at the other end. */
export function checksOf({ connection }: EntityManager): readonly Check[] {
  return connection.options.type === 'postgres' ? CHECKS.postgres : CHECKS.sqlite;
}

/** Looks at everything, one check after the other. A check that cannot be done is one that found something. */
export async function examine(
  patient: Patient,
  checks = checksOf(patient.manager),
): Promise<CheckReport[]> {
  const reports: CheckReport[] = [];
  const progress = showProgress('Examining', checks.length);
  for (const [index, check] of checks.entries()) {
    const report = await attempt(
      patient.manager,
      async () => {
        const findings = await check.look(patient, (share) => progress.reach(index + share));
        return reportOf(index + 1, check, findings);
      },
      (reason) => notLookedAt(index + 1, check, reason),
    );
    reports.push(report);
    progress.reach(index + 1);
  }
  progress.stop();
  return reports;
}

/** Does a part of a transaction; when that fails, nothing of the part is kept, and the rest goes on. */
export async function attempt<T>(
  manager: EntityManager,
  part: () => Promise<T>,
  onError: (reason: string) => T,
): Promise<T> {
  await manager.query('SAVEPOINT part');
  try {
    const result = await part();
    await manager.query('RELEASE SAVEPOINT part');
    return result;
  } catch (error) {
    await manager.query('ROLLBACK TO SAVEPOINT part');
    await manager.query('RELEASE SAVEPOINT part');
    return onError(error instanceof Error ? error.message : String(error));
  }
}

function reportOf(
  number: number,
  { name, remedy }: Check,
  { looked, count, faults }: Findings,
): CheckReport {
  const ok = count === 0;
  return { number, name, looked, ok, count, faults: [...faults], remedy: ok ? null : remedy };
}

function notLookedAt(number: number, { name }: Check, reason: string): CheckReport {
  return {
    number,
    name,
    looked: 'nothing',
    ok: false,
    count: 1,
    faults: [`it could not be looked at: ${reason}`],
    remedy: 'mend what is wrong before it, and look again',
  };
}
