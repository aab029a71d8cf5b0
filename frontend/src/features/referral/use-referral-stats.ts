import useSWR, { mutate, SWRConfig, type SWRResponse } from 'swr';
import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { LEADERBOARD } from '@/config/paths';
import { fetcherOf } from '@/lib/api';
import { count, integer, objectOf, oneOf, orNull, text } from '@/lib/check';

const OPTIONAL = [
  'provenRecruits',
  'pendingPoints',
  'rank',
  'streak',
  'referrer',
  'referrerStatus',
] as const;

export type KnownStats = Pick<ReferralStats, 'directRecruits' | 'points'> &
  Partial<Pick<ReferralStats, (typeof OPTIONAL)[number]>>;

export const statsAnswer = objectOf<KnownStats>(
  {
    directRecruits: count,
    points: integer,
    provenRecruits: count,
    pendingPoints: count,
    rank: orNull(count),
    streak: count,
    referrer: orNull(text),
    referrerStatus: oneOf('claimed', 'proven', null),
  },
  ...OPTIONAL,
);

const STATS = '/api/referral-stats';

function referralStatsOf(wallet: string): string {
  return `${STATS}?wallet=${encodeURIComponent(wallet)}`;
}

export function useReferralStats(wallet: string | null): SWRResponse<KnownStats, Error> {
  return useSWR<KnownStats, Error>(
    wallet === null ? null : referralStatsOf(wallet),
    fetcherOf(statsAnswer),
  );
}

/** Refetches the boards and a wallet's stats if the page shows them, unless their last fetch failed. */
export function refreshStats(wallet: string): void {
  const { cache } = SWRConfig.defaultValue;
  const stats = referralStatsOf(wallet);
  void mutate(
    (key) =>
      typeof key === 'string' &&
      (key === stats || key.startsWith(LEADERBOARD)) &&
      cache.get(key)?.error === undefined,
  );
}

/**
 * Forgets the boards and the stats of all wallets. Call it only while no wallet is connected: in a translated page,
 * React cannot remove the texts of a mounted card.
 */
export function forgetStats(): void {
  void mutate(
    (key) => typeof key === 'string' && (key.startsWith(STATS) || key.startsWith(LEADERBOARD)),
    undefined,
  );
}
