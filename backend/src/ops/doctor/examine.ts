import type { EntityManager } from 'typeorm';
import { isDamage } from '../../database/faults.js';
import { showProgress } from '../progress.js';
import type { Check, Findings, Patient } from './check.js';
import { lookFor } from './check.js';
import {
  MIGRATIONS_RECORDED,
  NUMBERS_GO_ON,
  POSTGRES_INTEGRITY,
  SQLITE_INTEGRITY,
} from './checks/integrity.js';
import { POINTS_CHECKS } from './checks/points.js';
import { PROOF_CHECKS } from './checks/proofs.js';
import { RANKING_FOLLOWS } from './checks/ranking.js';
import { REFERRAL_CHECKS } from './checks/referrals.js';
import { POSTGRES_SCHEMA, SQLITE_SCHEMA } from './checks/schema.js';
import { FEW_EXPIRED, ROOM_LEFT } from './checks/storage.js';
import type { CheckReport } from './report.js';

/** What a repair relies on comes before it. */
const OF_THE_CONTENTS: readonly Check[] = [
  MIGRATIONS_RECORDED,
  ...REFERRAL_CHECKS,
  ...POINTS_CHECKS,
  RANKING_FOLLOWS,
  ...PROOF_CHECKS,
  FEW_EXPIRED,
  ROOM_LEFT,
];

const CHECKS = {
  sqlite: [SQLITE_INTEGRITY, SQLITE_SCHEMA, ...OF_THE_CONTENTS],
  postgres: [POSTGRES_INTEGRITY, POSTGRES_SCHEMA, ...OF_THE_CONTENTS, NUMBERS_GO_ON],
};

/** All that doctor looks at in the database at the other end, in its order. */
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
    const reach = (share: number): void => progress.reach(index + share);
    reports.push(await examineOne(patient, check, index + 1, reach));
    await patient.giveWay();
    reach(1);
  }
  progress.stop();
  return reports;
}

async function examineOne(
  patient: Patient,
  check: Check,
  number: number,
  reach: (share: number) => void,
): Promise<CheckReport> {
  try {
    return reportOf(number, check, await lookFor(check, patient, reach));
  } catch (error) {
    return notLookedAt(number, check, error);
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

function notLookedAt(number: number, { name }: Check, error: unknown): CheckReport {
  return {
    number,
    name,
    looked: 'nothing',
    ok: false,
    count: 1,
    faults: [
      `it could not be looked at: ${error instanceof Error ? error.message : String(error)}`,
    ],
    remedy: isDamage(error) ? 'restore a backup' : remedyBefore(number),
  };
}

function remedyBefore(number: number): string {
  return number === 1
    ? 'mend that, and look again'
    : 'mend what is wrong before it, and look again';
}
