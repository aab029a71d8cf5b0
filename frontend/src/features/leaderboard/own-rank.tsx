import type { Leaderboard } from '@backend/leaderboard/leaderboard.schema';
import { formatCount, shortenAddress } from '@/lib/format';
import type { OwnStanding } from './own-standing';

interface OwnRankProps {
  own: OwnStanding;
  leaderboard: Leaderboard | undefined;
}

/** The line under the top ten. It keeps its height whatever there is to say. */
export function OwnRank({ own, leaderboard }: OwnRankProps) {
  return <div className="mt-3 min-h-12 text-[0.9375rem]">{ownRank(own, leaderboard)}</div>;
}

function ownRank(own: OwnStanding, leaderboard: Leaderboard | undefined) {
  if (leaderboard === undefined || leaderboard.total === 0) return null;
  const listed = leaderboard.entries.some((entry) => entry.wallet === own.wallet);
  if (listed) {
    return (
      <p className="text-stone">{`${formatCount(leaderboard.total)} builders, one of them you.`}</p>
    );
  }
  if (own.rank === null) {
    return (
      <p className="text-stone">
        {own.recruits === 0
          ? 'You are not ranked yet. One recruit will do.'
          : 'You are off the board. The operator wrote down why.'}
      </p>
    );
  }
  return (
    <p className="flex flex-wrap gap-x-3 text-gold-bright tabular-nums">
      <span>{`Your rank: ${formatCount(own.rank)} of ${formatCount(leaderboard.total)}`}</span>
      <span className="text-stone">
        {`${shortenAddress(own.wallet)}, ${formatCount(own.recruits)} ${own.recruits === 1 ? 'recruit' : 'recruits'}, ${formatCount(own.points)} points`}
      </span>
    </p>
  );
}
