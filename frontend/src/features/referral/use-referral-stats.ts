import useSWR, { mutate, SWRConfig, type SWRResponse } from 'swr';
import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { LEADERBOARD } from '@/config/paths';
import { fetcherOf } from '@/lib/api';
import { count, integer, objectOf, oneOf, orNull, text } from '@/lib/check';

/** Fields that an answer may lack. The page treats a missing field as unknown. */
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

/** Fetches a wallet's stats. Null fetches nothing. */
export function useReferralStats(wallet: string | null): SWRResponse<KnownStats, Error> {
  return useSWR<KnownStats, Error>(
    wallet === null ? null : referralStatsOf(wallet),
    fetcherOf(statsAnswer),
  );
}

/**
 * Refetches the boards and a wallet's stats. Skips queries whose last fetch failed, since those are not retried by
 * themselves.
 */
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
 * Forgets the stats of all wallets, because those of an earlier connect may be out of date. Call it only while no
 * wallet is connected: in a translated page, React cannot remove the texts of a mounted card.
 */
export function forgetStats(): void {
  void mutate((key) => typeof key === 'string' && key.startsWith(STATS), undefined);
}
