import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { dialectOf } from '../database/dialect.js';
import { select } from '../database/reader.js';
import { isReferralOf } from '../database/schema/referral-facts.js';
import { isBanned } from '../wallet/wallets.js';
import { EndedClaim } from './ended-claim.entity.js';
import { referralStatusSchema } from './referral.schema.js';
import { RevokedReferral } from './revoked-referral.entity.js';

/** Somebody says, or has signed, that `referrer` recruited `recruit`. */
export interface Pair {
  readonly referrer: string;
  readonly recruit: string;
}

/**
 * Has everybody else who decides about the referrals of these wallets wait until this transaction ends. It comes before
 * the transaction reads or writes anything about them.
 */
export async function lockWallets(
  manager: EntityManager,
  { referrer, recruit }: Pair,
): Promise<void> {
  const { lockWallets: sql } = dialectOf(manager);
  if (sql !== null) await manager.query(sql, [referrer, recruit]);
}

/** What the operator has done that keeps a referral from being recorded: banned the referrer, or revoked one before. */
export type Obstacle = 'banned' | 'revoked';

/** What keeps a referral from being recorded; null when nothing does. */
export async function findObstacle(
  manager: EntityManager,
  { referrer, recruit }: Pair,
): Promise<Obstacle | null> {
  if (await manager.existsBy(RevokedReferral, { recruit })) return 'revoked';
  return (await isBanned(manager, referrer)) ? 'banned' : null;
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

/** Takes a claim away, which is there, and writes down why. */
export async function endClaim(
  manager: EntityManager,
  claim: Pick<EndedClaim, 'recruit' | 'referrer' | 'claimedAt'>,
  reason: EndedClaim['reason'],
  now: Date,
): Promise<void> {
  const { recruit, referrer, claimedAt } = claim;
  const endedAt = now.toISOString();
  await manager.insert(EndedClaim, { recruit, referrer, claimedAt, reason, endedAt });
}

/** Whether a wallet has declined a claim, so that nobody's word counts about it any more but its own. */
export function hasDeclined(manager: EntityManager, recruit: string): Promise<boolean> {
  return manager.existsBy(EndedClaim, { recruit, reason: 'declined' });
}
