import type { ReferralStatus } from './referral.schema.js';
import type { Rejection } from './rules.js';

export interface ReferralEdge {
  readonly referrer: string;
  readonly recruit: string;
}

/** A chain of referrals above the referrer that ends at the recruit, or is too long to search. */
export interface Cycle {
  /** True if the chain ends at the recruit; false if it is too long. */
  readonly isMet: boolean;
  /** Recruit of the claim that must end to break the chain; null if no claim of it may end. */
  readonly weakest: string | null;
}

/** A referral, with facts about it from the database. */
export interface Facts extends ReferralEdge {
  /** The recorded referral of the recruit. Ignore `hasExpired` if it is proven. */
  readonly existing: {
    readonly referrer: string;
    readonly status: ReferralStatus;
    readonly hasExpired: boolean;
  } | null;
  readonly hasDeclined: boolean;
  readonly isRevoked: boolean;
  readonly isReferrerBanned: boolean;
  /** Not used by {@link decide}. */
  readonly isRecruitBanned: boolean;
  /** Only a recruit with recruits can be an ancestor of the referrer. */
  readonly hasRecruits: boolean;
}

export type Evidence = 'claim' | 'proof';

/**
 * A referral to record: `new` if the recruit has none, `replaces` if it takes the place of a claim, and `confirms` if it
 * proves the recruit's claim for the same referrer.
 */
export interface Acceptance {
  readonly verdict: 'new' | 'replaces' | 'confirms';
  /** Recruit of the claim that must end to break a cycle, or a chain that is too long; null if none must. */
  readonly ends: string | null;
}

/** `recorded` means that the referral exists already, with this status. */
export type Decision =
  | Acceptance
  | { readonly verdict: 'recorded'; readonly status: ReferralStatus }
  | { readonly verdict: 'rejected'; readonly reason: Rejection };

/**
 * Decides about a claim or a proof.
 * @param cycle the result of a search, or null if it found nothing; undefined without a search
 * @returns `search` if the decision needs a search
 */
export function decide(facts: Facts, evidence: Evidence, cycle: Cycle | null): Decision;
export function decide(facts: Facts, evidence: Evidence): Decision | { readonly verdict: 'search' };
export function decide(
  facts: Facts,
  evidence: Evidence,
  cycle: Cycle | null | undefined = facts.hasRecruits ? undefined : null,
): Decision | { readonly verdict: 'search' } {
  const { referrer, recruit, existing } = facts;
  const isProof = evidence === 'proof';
  if (referrer === recruit) return rejected('own');
  const isTaken = existing?.status === 'proven' || (existing?.hasExpired === false && !isProof);
  if (existing !== null && isTaken) {
    if (existing.referrer === referrer) return { verdict: 'recorded', status: existing.status };
    return rejected(isProof ? 'final' : 'taken');
  }
  if (facts.hasDeclined && !isProof) return rejected('declined');
  if (facts.isRevoked) return rejected('revoked');
  if (facts.isReferrerBanned) return rejected('banned');
  if (cycle === undefined) return { verdict: 'search' };
  if (cycle !== null && !canCut(cycle, evidence)) return rejected('cycle');
  const ends = cycle?.weakest ?? null;
  if (existing === null) return { verdict: 'new', ends };
  const isConfirmed = isProof && existing.referrer === referrer;
  return { verdict: isConfirmed ? 'confirms' : 'replaces', ends };
}

/** True if the weakest claim exists and this evidence may end it: a proof always, a claim only if there is no cycle. */
export const canCut = ({ isMet, weakest }: Cycle, evidence: Evidence): boolean =>
  weakest !== null && (evidence === 'proof' || !isMet);

export const isAccepted = (decision: { readonly verdict: string }): decision is Acceptance =>
  'ends' in decision;

export class OpenReferrals {
  private readonly facts: Facts[] = [];

  /**
   * Adds a referral of the batch if it may be accepted. True if an earlier one may change the decision about it.
   * @param first the decision before a search
   */
  mustWait(facts: Facts, first: { readonly verdict: string }): boolean {
    if (first.verdict === 'recorded' || first.verdict === 'rejected') return false;
    const mustWait = this.facts.some(
      (earlier) =>
        [facts.recruit, facts.referrer].includes(earlier.recruit) ||
        earlier.referrer === facts.recruit ||
        (earlier.hasRecruits && facts.hasRecruits),
    );
    this.facts.push(facts);
    return mustWait;
  }
}

const rejected = (reason: Rejection): Decision => ({ verdict: 'rejected', reason });
