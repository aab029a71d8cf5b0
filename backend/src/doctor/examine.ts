import type { EntityManager } from 'typeorm';
import { toError } from '../core/errors.js';
import { isDamage } from '../database/database-errors.js';
import { withProgress } from '../core/progress.js';
import { kindOf } from '../database/dialect.js';
import { MAX_TOLD, REPAIR, type Check, type CheckContext } from './check.js';
import { NUMBERS_GO_ON, SQLITE_INTEGRITY } from './checks/integrity.js';
import { LOG_IS_WHOLE } from './checks/transparency-log.js';
import { POINTS_CHECKS } from './checks/points.js';
import { RANKING_CHECKS } from './checks/ranking.js';
import { REFERRAL_CHECKS } from './checks/referrals.js';
import { SCHEMA_COMPLETE } from './checks/schema.js';
import type { CheckReport } from './report.js';

/** Returns the checks of a database, in the order in which they and their repairs run. */
export function checksOf(manager: EntityManager): readonly Check[] {
  const isPostgres = kindOf(manager) === 'postgres';
  return [
    // The files of PostgreSQL are left to pg_amcheck.
    ...(isPostgres ? [] : [SQLITE_INTEGRITY]),
    SCHEMA_COMPLETE,
    // Comes before the repairs that insert numbered rows.
    ...(isPostgres ? [NUMBERS_GO_ON] : []),
    ...REFERRAL_CHECKS,
    ...POINTS_CHECKS,
    ...RANKING_CHECKS,
    LOG_IS_WHOLE,
  ];
}

export async function examine(
  context: CheckContext,
  checks: readonly Check[],
): Promise<CheckReport[]> {
  return withProgress('Examining', checks.length, async (onProgress) => {
    const reports: CheckReport[] = [];
    for (const [index, check] of checks.entries()) {
      const renewSnapshot = async (done: number): Promise<void> => {
        await context.renewSnapshot(done);
        onProgress(index + done);
      };
      reports.push(await examineOne({ ...context, renewSnapshot }, check, index + 1));
      await renewSnapshot(1);
    }
    return reports;
  });
}

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
    const what = number === 1 ? 'the cause' : 'the faults above';
    return {
      number,
      name,
      looked: 'nothing',
      ok: false,
      count: 1,
      faults: [`it could not be checked: ${toError(error).message}`],
      remedy: isDamage(error) ? 'restore a backup' : `repair ${what}, and run doctor again`,
    };
  }
}
