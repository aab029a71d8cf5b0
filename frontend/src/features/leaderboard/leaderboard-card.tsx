import { Card } from '@/components/ui/card';
import { QueryFailure } from '@/components/query-failure';
import { LeaderboardRows } from './leaderboard-rows';
import { LeaderboardSkeleton } from './leaderboard-skeleton';
import type { OwnStanding } from './own-standing';
import { OwnRank } from './own-rank';
import { useLeaderboard } from './use-leaderboard';

/** Top Pyramid Builders: the first ten, and the visitor's own rank under them. */
export function LeaderboardCard({ own }: { own: OwnStanding }) {
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
          <LeaderboardRows entries={data.entries} ownWallet={own.wallet} />
        ) : null}
        {data?.entries.length === 0 ? (
          <p className="bg-dusk py-3">
            Nobody has recruited anybody. This is the safest the scheme will ever be.
          </p>
        ) : null}
      </div>
      <OwnRank own={own} leaderboard={data} />
    </Card>
  );
}
