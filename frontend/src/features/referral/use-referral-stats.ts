import { mutate } from 'swr';
import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { LEADERBOARD } from '@/config/paths';
import { useQuery, type Query } from '@/lib/query';
import { isCount, isText, isWhole, oneOf, orNull, shapeOf } from '@/lib/shape';

function referralStatsOf(wallet: string): string {
  return `/api/referral-stats?wallet=${encodeURIComponent(wallet)}`;
}

/** A wallet's recruits, points and rank. Asks nothing while there is no wallet (specification, section 7). */
export function useReferralStats(wallet: string | null): Query<ReferralStats> {
  return useQuery(wallet === null ? null : referralStatsOf(wallet), isStatsOf(wallet));
}

const isStatsOf = (wallet: string | null) =>
  shapeOf<ReferralStats>({
    wallet: oneOf(wallet),
    directRecruits: isCount,
    provenRecruits: isCount,
    points: isWhole,
    pendingPoints: isCount,
    rank: orNull(isCount),
    streak: isCount,
    referrer: orNull(isText),
    referrerStatus: oneOf('claimed', 'proven', null),
  });

/** Has the boards and a wallet's stats read again, after something has changed them. */
export function refreshStats(wallet: string): void {
  void mutate((key) => typeof key === 'string' && key.startsWith(LEADERBOARD));
  void mutate(referralStatsOf(wallet));
}
