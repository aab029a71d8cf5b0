import type { EntityManager } from 'typeorm';
import { isReferralOf } from '../database/schema/referral-facts.js';
import { isBanned, joinWallets } from '../wallet/wallets.js';
import { closesLoop, findClaimInTheWay } from './loop.js';
import { Referral } from './referral.entity.js';
import type { Obstacle, Pair, StandingReferral } from './referral-store.js';
import { endClaim, findObstacle, findReferral, lockWallets } from './referral-store.js';

/** A recruit's signature over a referrer's link, checked. */
export interface Proof extends Pair {
  /** The text that the recruit signed. */
  readonly message: string;
  /** Base64. */
  readonly signature: string;
}

/** What became of a proof. Only a recorded one has changed anything. */
export type ProofOutcome =
  | 'recorded'
  | 'already so'
  | 'another is proven'
  | 'own link'
  | 'loop'
  | 'recruit banned'
  | Obstacle;

/**
 * Records a proof: it takes the place of a claim, by whomever, and is final. The first proof of a recruit wins. Only
 * proven referrals can make a loop with it; where claims would, the youngest of them goes.
 */
export async function prove(
  manager: EntityManager,
  proof: Proof,
  now: Date,
): Promise<ProofOutcome> {
  const { recruit, referrer } = proof;
  if (recruit === referrer) return 'own link';
  await lockWallets(manager, proof);
  if (await isBanned(manager, recruit)) return 'recruit banned';
  const standing = await findReferral(manager, recruit);
  if (standing?.status === 'proven') {
    return standing.referrer === referrer ? 'already so' : 'another is proven';
  }
  const obstacle = await findObstacle(manager, proof);
  if (obstacle !== null) return obstacle;
  if (await closesLoop(manager, proof, 'proven')) return 'loop';
  const claimInTheWay = await findClaimInTheWay(manager, proof);
  if (claimInTheWay !== null) await endClaim(manager, claimInTheWay, 'displaced', now);
  await joinWallets(manager, [referrer, recruit], now);
  const isOthers = standing !== null && standing.referrer !== referrer;
  if (isOthers) await endClaim(manager, { recruit, ...standing }, 'displaced', now);
  await record(manager, proof, isOthers ? null : standing, now);
  return 'recorded';
}

async function record(
  manager: EntityManager,
  { recruit, referrer, message, signature }: Proof,
  claim: StandingReferral | null,
  now: Date,
): Promise<void> {
  const provenAt = now.toISOString();
  const claimedAt = claim?.claimedAt ?? provenAt;
  const proven = { referrer, claimedAt, status: 'proven', provenAt, message, signature } as const;
  if (claim === null) await manager.insert(Referral, { recruit, ...proven });
  else {
    await manager
      .createQueryBuilder()
      .update(Referral)
      .set(proven)
      .where(isReferralOf(':recruit'), { recruit })
      .execute();
  }
}
