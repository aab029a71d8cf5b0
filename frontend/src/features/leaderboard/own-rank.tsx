import type { Leaderboard } from '@backend/leaderboard/leaderboard.schema';
import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { formatCount, shortenAddress } from '@/lib/format';

/** The visitor's own place on the board. */
export type OwnStanding = Pick<ReferralStats, 'rank' | 'directRecruits' | 'points'>;

interface OwnRankProps {
  readonly wallet: string;
  /** Undefined while the stats are not there. */
  readonly own: OwnStanding | undefined;
  /** Whether they could not be had. */
  readonly failed: boolean;
  readonly leaderboard: Leaderboard | undefined;
}

/** The line under the top ten. It keeps its height whatever there is to say. */
export function OwnRank(props: OwnRankProps) {
  return <div className="mt-3 min-h-12 text-[0.9375rem]">{ownRank(props)}</div>;
}

function ownRank({ wallet, own, failed, leaderboard }: OwnRankProps) {
  if (leaderboard === undefined || leaderboard.total === 0) return null;
  const listed = leaderboard.entries.some((entry) => entry.wallet === wallet);
  if (listed) {
    return (
      <p className="text-stone">{`${formatCount(leaderboard.total)} builders, one of them you.`}</p>
    );
  }
  if (own === undefined) {
    return failed ? (
      <p className="text-ember">Your own rank did not load. It is out there.</p>
    ) : null;
  }
  if (own.rank === null) {
    return (
      <p className="text-stone">
        {own.directRecruits === 0
          ? 'You are not ranked yet. One recruit will do.'
          : 'You are off the board. The operator wrote down why.'}
      </p>
    );
  }
  return (
    <p className="flex flex-wrap gap-x-3 text-gold-bright tabular-nums">
      <span>{`Your rank: ${formatCount(own.rank)} of ${formatCount(leaderboard.total)}`}</span>
      <span className="text-stone">
        {`${shortenAddress(wallet)}, ${formatCount(own.directRecruits)} ${own.directRecruits === 1 ? 'recruit' : 'recruits'}, ${formatCount(own.points)} points`}
      </span>
    </p>
  );
}
