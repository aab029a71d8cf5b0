import type { EntityManager } from 'typeorm';
import { AGAIN } from '../database/writer.js';
import { WalletRepository } from '../wallet/wallet.repository.js';
import { decide, isAccepted, OpenReferrals, type Decision, type ReferralEdge } from './decision.js';
import { ReferralRepository } from './referral.repository.js';

/**
 * Records the accepted claims of a batch.
 * @returns the decision about each claim, in the given order; AGAIN if an earlier claim of the batch may change it
 */
export async function recordClaims(
  manager: EntityManager,
  claims: readonly ReferralEdge[],
  now: Date,
  expiredUntil: string,
): Promise<(Decision | typeof AGAIN)[]> {
  const referrals = new ReferralRepository(manager);
  const outcomes: (Decision | typeof AGAIN)[] = [];
  const open = new OpenReferrals();
  const accepted: ReferralEdge[] = [];
  const replaced: string[] = [];
  for (const facts of await referrals.factsOf(claims, expiredUntil)) {
    if (open.mustWait(facts, decide(facts, 'claim'))) {
      outcomes.push(AGAIN);
      continue;
    }
    const decision = await referrals.decisionAbout(facts, 'claim');
    outcomes.push(decision);
    if (!isAccepted(decision)) continue;
    if (decision.ends !== null) await referrals.endClaims([decision.ends], 'made room', now);
    if (decision.verdict === 'replaces') replaced.push(facts.recruit);
    accepted.push(facts);
  }
  await referrals.endClaims(replaced, 'expired', now);
  if (accepted.length > 0) {
    const wallets = accepted.flatMap(({ referrer, recruit }) => [referrer, recruit]);
    await new WalletRepository(manager).join(wallets, now);
    await referrals.insertClaims(accepted, now);
  }
  return outcomes;
}
