import { mutate } from 'swr';
import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { LEADERBOARD } from '@/config/paths';
import { count, integer, objectOf, oneOf, orNull, text, type Known } from '@/lib/check';
import { useQuery, type Query } from '@/lib/query';

/** The fields of the stats that the dashboard shows. */
type Certain = 'directRecruits' | 'points';

type ReadStats = Omit<ReferralStats, 'wallet'>;

/** The fields of a wallet's stats that the page reads. */
export type KnownStats = Known<ReadStats, Certain>;

export const statsAnswer = objectOf<ReadStats, Certain>(
  { directRecruits: count, points: integer },
  {
    provenRecruits: count,
    pendingPoints: count,
    rank: orNull(count),
    streak: count,
    referrer: orNull(text),
    referrerStatus: oneOf('claimed', 'proven', null),
  },
);

const STATS = '/api/referral-stats';

function referralStatsOf(wallet: string): string {
  return `${STATS}?wallet=${encodeURIComponent(wallet)}`;
}

/** Fetches a wallet's recruits, points and rank. Null fetches nothing. */
export function useReferralStats(wallet: string | null): Query<KnownStats> {
  return useQuery(wallet === null ? null : referralStatsOf(wallet), statsAnswer);
}

/** Refetches the boards and a wallet's stats. */
export function refreshStats(wallet: string): void {
  void mutate((key) => typeof key === 'string' && key.startsWith(LEADERBOARD));
  void mutate(referralStatsOf(wallet));
}

/**
 * Forgets the stats of all wallets, since they may be those of an earlier connect. Only while no wallet is connected: in
 * a translated page, React cannot remove the texts of a mounted card.
 */
export function forgetStats(): void {
  void mutate((key) => typeof key === 'string' && key.startsWith(STATS), undefined);
}
