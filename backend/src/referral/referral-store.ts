import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../database/reader.js';
import { Referral } from './referral.entity.js';
import { referralStatusSchema } from './referral.schema.js';

/**
 * SQL that finds the referral of a recruit by its key.
 * @param recruit SQL of its address
 */
export function isReferralOf(recruit: string): string {
  return `recruit_number = (SELECT joined_number FROM wallet WHERE address = ${recruit})`;
}

const standingReferralRow = z.object({
  referrer: z.string(),
  status: referralStatusSchema,
  claimedAt: z.string(),
});

/** What decides about another referral of the same recruit. */
export type StandingReferral = z.infer<typeof standingReferralRow>;

/** The referral of a recruit; null when nobody has recruited it. */
export async function findReferral(
  manager: EntityManager,
  recruit: string,
): Promise<StandingReferral | null> {
  const [referral] = await select(
    manager,
    standingReferralRow,
    `SELECT referrer, status, claimed_at AS "claimedAt" FROM referral WHERE ${isReferralOf('$1')}`,
    [recruit],
  );
  return referral ?? null;
}

/** Changes the referral of a recruit, which is there. */
export async function updateReferral(
  manager: EntityManager,
  recruit: string,
  change: Partial<Omit<Referral, 'recruit'>>,
): Promise<void> {
  await manager
    .createQueryBuilder()
    .update(Referral)
    .set(change)
    .where(isReferralOf(':recruit'), { recruit })
    .execute();
}

/** Takes the referral of a recruit away. */
export async function deleteReferral(manager: EntityManager, recruit: string): Promise<void> {
  await manager
    .createQueryBuilder()
    .delete()
    .from(Referral)
    .where(isReferralOf(':recruit'), { recruit })
    .execute();
}
