import type { EntityManager } from 'typeorm';
import { isDamage } from '../../database/faults.js';
import type { Reach } from '../progress.js';
import { withProgress } from '../progress.js';
import type { Check, CheckContext } from './check.js';
import {
  MIGRATIONS_RECORDED,
  NUMBERS_GO_ON,
  POSTGRES_INTEGRITY,
  SQLITE_INTEGRITY,
} from './checks/integrity.js';
import { POINTS_CHECKS } from './checks/points.js';
import { PROOF_CHECKS } from './checks/proofs.js';
import { RANKING_CHECKS } from './checks/ranking.js';
import { REFERRAL_CHECKS } from './checks/referrals.js';
import { POSTGRES_SCHEMA, SQLITE_SCHEMA } from './checks/schema.js';
import { FEW_EXPIRED, ROOM_LEFT } from './checks/storage.js';
import type { CheckReport } from './report.js';

/** What a repair relies on comes before it. */
const OF_THE_CONTENTS: readonly Check[] = [
  MIGRATIONS_RECORDED,
  ...REFERRAL_CHECKS,
  ...POINTS_CHECKS,
  ...RANKING_CHECKS,
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
  context: CheckContext,
  checks = checksOf(context.manager),
): Promise<CheckReport[]> {
  return withProgress('Examining', checks.length, async (reach) => {
    const reports: CheckReport[] = [];
    for (const [index, check] of checks.entries()) {
      reports.push(await examineOne(context, check, index + 1, (share) => reach(index + share)));
      await context.giveWay();
      reach(index + 1);
    }
    return reports;
  });
}

async function examineOne(
  context: CheckContext,
  { name, look, remedy }: Check,
  number: number,
  reach: Reach,
): Promise<CheckReport> {
  try {
    const { looked, count, faults } = await look(context, reach);
    const ok = count === 0;
    return { number, name, looked, ok, count, faults: [...faults], remedy: ok ? null : remedy };
  } catch (error) {
    const what = number === 1 ? 'that' : 'what is wrong before it';
    const fault = `it could not be looked at: ${error instanceof Error ? error.message : String(error)}`;
    return {
      number,
      name,
      looked: 'nothing',
      ok: false,
      count: 1,
      faults: [fault],
      remedy: isDamage(error) ? 'restore a backup' : `mend ${what}, and look again`,
    };
  }
}
