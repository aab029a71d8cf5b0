import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { AGAIN } from '../database/writer.js';
import { WalletRepository } from '../wallet/wallet.repository.js';
import { decide, isAccepted, OpenReferrals, type Decision, type ReferralEdge } from './decision.js';
import { ReferralRepository } from './referral.repository.js';

/**
 * The decision about a claim. For a rejected cycle, `lastEnd` is what {@link ReferralRepository.lastEnd} returned at
 * the rejection.
 */
export type ClaimOutcome = Decision & { readonly lastEnd?: string };

/**
 * Time for which a rejected cycle is remembered, in milliseconds. It is limited, since the operator may remove a
 * referral by hand.
 */
const REMEMBER_MS = 60_000;

const MAX_REMEMBERED = 10_000;

/**
 * Remembers claims that were rejected as cycles, since searching a long chain is slow. A chain breaks only when a
 * referral ends or is revoked, and both add a numbered row, so a rejection is valid while the last numbers stay the same.
 */
export class RejectedCycles {
  private readonly lastEnds = new LRUCache<string, string>({
    max: MAX_REMEMBERED,
    ttl: REMEMBER_MS,
    noUpdateTTL: true,
  });

  /** Remembers a rejection. Call it after the commit, since a rollback may have undone a referral of the chain. */
  add(claim: ReferralEdge, lastEnd: string): void {
    this.lastEnds.set(keyOf(claim), lastEnd);
  }

  has(claim: ReferralEdge): boolean {
    return this.lastEnds.has(keyOf(claim));
  }

  /** Returns the outcome of a claim that was rejected while `lastEnd` was the same; otherwise null. */
  find(claim: ReferralEdge, lastEnd: string): ClaimOutcome | null {
    const isSame = this.lastEnds.get(keyOf(claim)) === lastEnd;
    return isSame ? { verdict: 'rejected', reason: 'cycle', lastEnd } : null;
  }
}

const keyOf = ({ referrer, recruit }: ReferralEdge): string => `${referrer} ${recruit}`;

/**
 * Records the claims that no rule rejects. Equal claims are decided once.
 * @param expiredUntil claims made up to this time have expired
 * @returns the outcome of each claim, in order
 */
export async function recordClaims(
  manager: EntityManager,
  claims: readonly ReferralEdge[],
  now: Date,
  expiredUntil: string,
  rejected = new RejectedCycles(),
): Promise<(ClaimOutcome | typeof AGAIN)[]> {
  const referrals = new ReferralRepository(manager);
  const distinct = [...new Map(claims.map((claim) => [keyOf(claim), claim])).values()];
  const decided = await recordDistinct(referrals, distinct, now, expiredUntil, rejected);
  const outcomes = new Map<string, ClaimOutcome | typeof AGAIN>(
    distinct.map((claim, index) => [keyOf(claim), decided[index] ?? AGAIN]),
  );
  return claims.map((claim) => {
    const key = keyOf(claim);
    const outcome = outcomes.get(key) ?? AGAIN;
    // A later equal claim of the batch finds this claim recorded.
    if (outcome !== AGAIN && isAccepted(outcome)) {
      outcomes.set(key, { verdict: 'recorded', status: 'claimed' });
    }
    return outcome;
  });
}

async function recordDistinct(
  referrals: ReferralRepository,
  claims: readonly ReferralEdge[],
  now: Date,
  expiredUntil: string,
  rejected: RejectedCycles,
): Promise<(ClaimOutcome | typeof AGAIN)[]> {
  const isAnyKnown = claims.some((claim) => rejected.has(claim));
  const lastEnd = isAnyKnown ? await referrals.lastEnd() : '';
  const outcomes: (ClaimOutcome | typeof AGAIN)[] = [];
  const open = new OpenReferrals();
  const accepted: ReferralEdge[] = [];
  const replaced: string[] = [];
  for (const facts of await referrals.factsOf(claims, expiredUntil)) {
    const first = decide(facts, 'claim');
    const known = first.verdict === 'search' ? rejected.find(facts, lastEnd) : null;
    if (open.mustWait(facts, known ?? first)) {
      outcomes.push(AGAIN);
      continue;
    }
    const decision = known ?? (await referrals.decisionAbout(facts, 'claim'));
    if (isAccepted(decision)) {
      if (decision.ends !== null) await referrals.endClaims([decision.ends], 'made room', now);
      if (decision.verdict === 'replaces') replaced.push(facts.recruit);
      accepted.push(facts);
      outcomes.push(decision);
    } else if (known === null && decision.verdict === 'rejected' && decision.reason === 'cycle') {
      outcomes.push({ ...decision, lastEnd: await referrals.lastEnd() });
    } else outcomes.push(decision);
  }
  await referrals.endClaims(replaced, 'expired', now);
  if (accepted.length > 0) {
    const wallets = accepted.flatMap(({ referrer, recruit }) => [referrer, recruit]);
    await new WalletRepository(referrals.manager).join(wallets, now);
    await referrals.insertClaims(accepted, now);
  }
  return outcomes;
}
