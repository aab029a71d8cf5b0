import type { Leaderboard, LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';
import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { QueryFailure } from '@/components/query-failure';
import { Card } from '@/components/ui/card';
import { formatCount, plural, shortenAddress } from '@/lib/format';
import type { Query } from '@/lib/query';
import { LeaderboardSkeleton } from './leaderboard-skeleton';
import { LeaderboardRows } from './leaderboard-rows';
import { recruitsToPass } from './overtaking';
import { useLeaderboard, useNeighbours } from './use-leaderboard';

interface LeaderboardCardProps {
  readonly wallet: string;
  /** The visitor's own place; its data is undefined while it is not known. */
  readonly own: Pick<Query<OwnStats>, 'data' | 'failed'>;
}

/** Top Pyramid Builders: the first ten, and under them the visitor between those who are nearest. */
export function LeaderboardCard({ wallet, own }: LeaderboardCardProps) {
  const { data, failed, loading, retry } = useLeaderboard();
  const beyond = data !== undefined && (own.data?.rank ?? 0) > data.entries.length;
  const around = useNeighbours(beyond ? wallet : null);
  const neighbours = around.data?.entries.filter(({ rank }) => rank > (data?.entries.length ?? 0));

  return (
    <Card title="Top Pyramid Builders" aria-busy={loading}>
      <div className="min-h-140 ledger bg-size-[100%_3.25rem] bg-position-[0_2.5rem]">
        {loading ? <LeaderboardSkeleton /> : null}
        {failed && !loading ? (
          <QueryFailure onRetry={retry}>
            The leaderboard did not load. Everybody is currently tied.
          </QueryFailure>
        ) : null}
        {data && data.entries.length > 0 ? (
          <LeaderboardRows
            entries={data.entries}
            neighbours={around.loading ? 'loading' : (neighbours ?? [])}
            ownWallet={wallet}
          />
        ) : null}
        {data?.entries.length === 0 ? (
          <p className="bg-dusk py-3">
            Nobody has recruited anybody. This is the safest the scheme will ever be.
          </p>
        ) : null}
      </div>
      <OwnRank
        wallet={wallet}
        own={own.data}
        failed={own.failed}
        leaderboard={data}
        around={around.data?.entries}
      />
    </Card>
  );
}

/** The visitor's own place on the board. */
export type OwnStats = Pick<ReferralStats, 'rank' | 'directRecruits' | 'points'>;

interface OwnRankProps {
  readonly wallet: string;
  /** Undefined while the stats are not there. */
  readonly own: OwnStats | undefined;
  /** Whether they could not be had. */
  readonly failed: boolean;
  readonly leaderboard: Leaderboard | undefined;
  /** The visitor and those who are nearest, once they are known. */
  readonly around: readonly LeaderboardEntry[] | undefined;
}

/** The line under the top ten. It keeps its height whatever there is to say. */
function OwnRank(props: OwnRankProps) {
  return <div className="mt-3 min-h-12 text-[0.9375rem]">{ownRank(props)}</div>;
}

function ownRank({ wallet, own, failed, leaderboard, around = [] }: OwnRankProps) {
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
  const place = around.findIndex((entry) => entry.wallet === wallet);
  const [me, above] = [around[place], around[place - 1]];
  return (
    <p className="flex flex-wrap gap-x-3 text-gold-bright tabular-nums">
      <span>{`Your rank: ${formatCount(own.rank)} of ${formatCount(leaderboard.total)}`}</span>
      <span className="text-stone">
        {me && above
          ? `${plural(recruitsToPass(me, above), 'proven recruit')} to pass number ${formatCount(above.rank)}`
          : `${shortenAddress(wallet)}, ${plural(own.directRecruits, 'recruit')}, ${formatCount(own.points)} points`}
      </span>
    </p>
  );
}
