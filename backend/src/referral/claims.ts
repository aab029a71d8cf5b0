import type { EntityManager } from 'typeorm';
import { AGAIN } from '../database/writer.js';
import { WalletRepository } from '../wallet/wallet.repository.js';
import { decide, isAccepted, OpenReferrals, type Decision, type ReferralEdge } from './decision.js';
import { ReferralRepository } from './referral.repository.js';

export interface ClaimOutcome {
  readonly decision: Decision;
  /** Number of wallets that the claim has added. */
  addedWallets: number;
}

/**
 * Records the accepted claims of a batch.
 * @returns the outcome of each claim, in the given order; AGAIN if an earlier claim of the batch may change it
 */
export async function recordClaims(
  manager: EntityManager,
  claims: readonly ReferralEdge[],
  now: Date,
  expiredUntil: string,
): Promise<(ClaimOutcome | typeof AGAIN)[]> {
  const referrals = new ReferralRepository(manager);
  const outcomes: (ClaimOutcome | typeof AGAIN)[] = [];
  const open = new OpenReferrals();
  const accepted: { readonly edge: ReferralEdge; readonly outcome: ClaimOutcome }[] = [];
  const replaced: string[] = [];
  for (const facts of await referrals.factsOf(claims, expiredUntil)) {
    if (open.mustWait(facts, decide(facts, 'claim'))) {
      outcomes.push(AGAIN);
      continue;
    }
    const decision = await referrals.decisionAbout(facts, 'claim');
    const outcome = { decision, addedWallets: 0 };
    outcomes.push(outcome);
    if (!isAccepted(decision)) continue;
    if (decision.ends !== null) await referrals.endClaims([decision.ends], 'made room', now);
    if (decision.verdict === 'replaces') replaced.push(facts.recruit);
    accepted.push({ edge: facts, outcome });
  }
  await referrals.endClaims(replaced, 'expired', now);
  if (accepted.length > 0) {
    const edges = accepted.map(({ edge }) => edge);
    const wallets = edges.map(({ referrer, recruit }) => [referrer, recruit]);
    const added = await new WalletRepository(manager).join(wallets, now);
    for (const [index, { outcome }] of accepted.entries()) outcome.addedWallets = added[index] ?? 0;
    await referrals.insertClaims(edges, now);
  }
  return outcomes;
}
