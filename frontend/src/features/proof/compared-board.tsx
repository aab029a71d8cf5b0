import { QueryFailure } from '@/components/query-failure';
import { LeaderboardSkeleton } from '@/features/leaderboard/leaderboard-skeleton';
import { useLeaderboard } from '@/features/leaderboard/use-leaderboard';
import { compareBoard } from './compare-board';
import { ComparedRows } from './compared-rows';
import { conclusion, remarks } from './recomputation-texts';
import type { Tally } from './tally';
import type { Phase } from './use-recomputation';

interface ComparedBoardProps {
  phase: Exclude<Phase, 'idle'>;
  tally: Tally | null;
}

const NOTHING_COUNTED = { recruitsOf: () => 0 };

/** The top ten beside what the proofs have come to so far. */
export function ComparedBoard({ phase, tally }: ComparedBoardProps) {
  const { data, failed, loading, retry } = useLeaderboard();
  const rows = compareBoard(data?.entries ?? [], tally ?? NOTHING_COUNTED, phase === 'complete');

  return (
    <>
      <p role="status" className="min-h-24 max-w-text pb-3 sm:min-h-17">
        {outcome(phase, data ? conclusion(rows) : null)}
      </p>
      <div className="min-h-110 ledger">
        {loading && !data ? <LeaderboardSkeleton /> : null}
        {failed && !loading ? (
          <QueryFailure onRetry={retry}>
            The board did not load, so there is nothing to hold it against.
          </QueryFailure>
        ) : null}
        {rows.length > 0 ? <ComparedRows rows={rows} /> : null}
      </div>
      <div role="status" className="mt-4 max-w-text space-y-2 text-[0.9375rem] text-ember">
        {tally && phase !== 'running'
          ? remarks(tally).map((remark) => <p key={remark}>{remark}</p>)
          : null}
      </div>
    </>
  );
}

function outcome(phase: ComparedBoardProps['phase'], concluded: string | null): string | null {
  switch (phase) {
    case 'running':
      return 'Reading every proof and checking its signature. Your device does the work; ours would only say that it did.';
    case 'paused':
      return 'Paused before the last proof. What is counted stays counted.';
    case 'failed':
      return 'The proofs broke off. What is counted stays counted, and trying again goes on from there.';
    case 'complete':
      return concluded;
  }
}
