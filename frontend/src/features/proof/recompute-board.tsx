import { cx } from 'class-variance-authority';
import type { Leaderboard } from '@backend/leaderboard/leaderboard.schema';
import { WalletMark } from '@/components/art/wallet-mark';
import { QueryFailure } from '@/components/query-failure';
import { Button } from '@/components/ui/button';
import { Table } from '@/components/ui/table';
import { useSettings } from '@/config/settings';
import { LeaderboardSkeleton } from '@/features/leaderboard/leaderboard-skeleton';
import { LEADERBOARD } from '@/features/leaderboard/board-addresses';
import { POINTS_PER_RECRUIT } from '@/features/levels/levels';
import { formatCount, plural, shortenAddress } from '@/lib/format';
import { useQuery } from '@/lib/query';
import {
  BUTTON_TEXT,
  compareBoard,
  conclusion,
  remarks,
  type ComparisonResult,
  type ComparedRow,
} from './compare-board';
import type { Totals } from './recompute';
import { useRecomputation, type Phase } from './use-recomputation';

/** A recomputation compares with the board of its own moment, not with one seen earlier. */
const FRESH = { revalidateOnMount: true };

/** Recounts the board's proven recruits in this browser and shows both figures. */
export function RecomputeBoard() {
  const { publicOrigin } = useSettings();
  const { phase, totals, run, start, stop } = useRecomputation(publicOrigin);
  const running = phase === 'running';

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button className="max-sm:w-full sm:min-w-56" onClick={running ? stop : start}>
          {BUTTON_TEXT[phase]}
        </Button>
        <p className="min-h-7 text-stone tabular-nums">
          {totals || running ? `${plural(totals?.read ?? 0, 'proof')} read` : 'No proofs read yet'}
        </p>
      </div>
      {phase === 'idle' ? (
        <p className="ledger mt-6 min-h-50 pt-2 text-stone">
          This space is reserved for arithmetic.
        </p>
      ) : (
        <div className="mt-6 min-h-150 sm:min-h-138">
          <ComparedBoard key={run} phase={phase} totals={totals} />
        </div>
      )}
    </>
  );
}

interface ComparedBoardProps {
  phase: Exclude<Phase, 'idle'>;
  totals: Totals | null;
}

const NOTHING_COUNTED = { recruitsOf: () => 0 };

/** The top ten beside what the proofs have come to so far. */
function ComparedBoard({ phase, totals }: ComparedBoardProps) {
  const { data, failed, loading, retry } = useQuery<Leaderboard>(LEADERBOARD, FRESH);
  const rows = compareBoard(data?.entries ?? [], totals ?? NOTHING_COUNTED, phase === 'complete');

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
        {totals && phase !== 'running'
          ? remarks(totals).map((remark) => <p key={remark}>{remark}</p>)
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

const WORDS: Record<ComparisonResult, string> = {
  agrees: 'agrees',
  differs: 'differs',
  undecided: 'reading',
};

const LOOKS: Record<ComparisonResult, string> = {
  agrees: 'text-gold-bright',
  differs: 'font-medium text-ember',
  undecided: 'text-stone',
};

const COLUMNS = [
  ['Wallet'],
  ['Board', 'text-right'],
  ['Yours', 'pl-3 text-right'],
  ['Recruit points', 'pl-3 text-right max-sm:hidden'],
  ['Verdict', 'w-20 pl-3 text-right'],
] as const;

/** Proven recruits by the board and by the proofs, row by row, and whether they agree. */
function ComparedRows({ rows }: { rows: readonly ComparedRow[] }) {
  return (
    <Table
      caption="Proven recruits on the board and recomputed"
      columns={COLUMNS}
      className="max-xs:text-[0.9375rem]"
    >
      {rows.map(({ wallet, onBoard, recomputed, result }) => (
        <tr key={wallet} className="h-10">
          <th scope="row" className="text-left font-normal whitespace-nowrap" title={wallet}>
            <WalletMark wallet={wallet} className="mr-2.5 inline-block w-6 max-xs:hidden" />
            {shortenAddress(wallet)}
          </th>
          <td data-column="Board" className="text-right">
            {formatCount(onBoard)}
          </td>
          <td data-column="Yours" className="pl-3 text-right">
            {formatCount(recomputed)}
          </td>
          <td className="pl-3 text-right max-sm:hidden">
            {formatCount(recomputed * POINTS_PER_RECRUIT)}
          </td>
          <td data-column="Verdict" className={cx('pl-3 text-right', LOOKS[result])}>
            {WORDS[result]}
          </td>
        </tr>
      ))}
    </Table>
  );
}
