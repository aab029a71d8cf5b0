import useSWR from 'swr';
import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { toQuery, type Query } from '@/lib/query';

/** Query key of one wallet's stats. */
export function referralStatsOf(wallet: string): string {
  return `/api/referral-stats?wallet=${encodeURIComponent(wallet)}`;
}

/** A wallet's recruits, points and rank. Asks nothing while there is no wallet (specification, section 7). */
export function useReferralStats(wallet: string | null): Query<ReferralStats> {
  return toQuery(useSWR<ReferralStats, Error>(wallet === null ? null : referralStatsOf(wallet)));
}
