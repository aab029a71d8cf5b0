import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { formatCount } from '@/lib/format';

/** How many of the recruits have signed for it: `5 recruits, 4 proven`. */
export function provenText({ directRecruits, provenRecruits }: ReferralStats): string {
  const recruits = `${formatCount(directRecruits)} ${directRecruits === 1 ? 'recruit' : 'recruits'}`;
  return `${recruits}, ${formatCount(provenRecruits)} proven`;
}

/** What the claims would bring once proven. */
export function pendingText({ pendingPoints }: ReferralStats): string {
  return `${formatCount(pendingPoints)} pending`;
}
