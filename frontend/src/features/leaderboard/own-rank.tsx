import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { entriesPath } from '@/config/paths';
import { formatCount, formatKnown } from '@/lib/format';

export interface OwnStats {
  readonly data: Partial<Pick<ReferralStats, 'wallet' | 'rank' | 'provenRecruits'>> | undefined;
  readonly isLoading: boolean;
}

export function rankText(own: OwnStats, total: number | undefined): ReactNode {
  const rank = own.data?.rank;
  return typeof rank === 'number'
    ? `Your rank: ${formatCount(rank)} of ${formatKnown(total)}`
    : whyUnranked(own);
}

/** Returns why no rank is shown; null while the stats load. */
export function whyUnranked({ data, isLoading }: OwnStats): ReactNode {
  if (isLoading) return null;
  if (data?.rank === undefined || data.provenRecruits === undefined) {
    return 'Your own rank did not load. Feel free to round up.';
  }
  if (data.provenRecruits === 0) return 'You are not ranked yet.';
  return (
    <>
      You are off the board.{' '}
      <Link to={entriesPath(data.wallet ?? '')} className="text-gold underline underline-offset-4">
        The operator wrote down why
      </Link>
      .
    </>
  );
}
