import { Card } from '@/components/ui/card';
import { QueryFailure } from '@/components/query-failure';
import { LeaderboardRows } from './leaderboard-rows';
import { LeaderboardSkeleton } from './leaderboard-skeleton';
import { OwnRank, type OwnStanding } from './own-rank';
import type { Query } from '@/lib/query';
import { useLeaderboard } from './use-leaderboard';

interface LeaderboardCardProps {
  readonly wallet: string;
  /** The visitor's own place; its data is undefined while it is not known. */
  readonly own: Pick<Query<OwnStanding>, 'data' | 'failed'>;
}

/** Top Pyramid Builders: the first ten, and the visitor's own rank under them. */
export function LeaderboardCard({ wallet, own }: LeaderboardCardProps) {
  const { data, failed, loading, retry } = useLeaderboard();

  return (
    <Card title="Top Pyramid Builders" aria-busy={loading}>
      <div className="min-h-110 ledger">
        {loading ? <LeaderboardSkeleton /> : null}
        {failed && !loading ? (
          <QueryFailure onRetry={retry}>
            The leaderboard did not load. Everybody is currently tied.
          </QueryFailure>
        ) : null}
        {data && data.entries.length > 0 ? (
          <LeaderboardRows entries={data.entries} ownWallet={wallet} />
        ) : null}
        {data?.entries.length === 0 ? (
          <p className="bg-dusk py-3">
            Nobody has recruited anybody. This is the safest the scheme will ever be.
          </p>
        ) : null}
      </div>
      <OwnRank wallet={wallet} own={own.data} failed={own.failed} leaderboard={data} />
    </Card>
  );
}
