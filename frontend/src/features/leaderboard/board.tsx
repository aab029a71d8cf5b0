import type { Leaderboard, LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';
import { QueryFailure } from '@/components/query-failure';
import type { Query } from '@/lib/query';
import { LeaderboardRows } from './leaderboard-rows';
import { LeaderboardSkeleton } from './leaderboard-skeleton';

interface BoardProps {
  readonly query: Query<Leaderboard>;
  /** What the table is, for those who do not see it. */
  readonly caption: string;
  readonly ownWallet: string;
  /** Who stands around the visitor further down, and what is said between. */
  readonly neighbours?: readonly LeaderboardEntry[] | undefined;
  readonly between?: string | null;
  readonly whenEmpty: string;
  readonly whenFailed: string;
}

/** The first ten on ruled paper of one height, or why they are not there. */
export function Board(props: BoardProps) {
  const { query, caption, ownWallet, neighbours = [], between = null } = props;
  const { data, failed, loading, retry } = query;
  return (
    <div
      aria-busy={loading}
      className="min-h-140 ledger bg-size-[100%_3.25rem] bg-position-[0_2.5rem]"
    >
      {loading ? <LeaderboardSkeleton /> : null}
      {failed && !loading ? <QueryFailure onRetry={retry}>{props.whenFailed}</QueryFailure> : null}
      {data && data.entries.length > 0 ? (
        <LeaderboardRows
          caption={caption}
          entries={data.entries}
          neighbours={neighbours}
          between={between}
          ownWallet={ownWallet}
        />
      ) : null}
      {data?.entries.length === 0 ? <p className="bg-dusk py-3">{props.whenEmpty}</p> : null}
    </div>
  );
}
