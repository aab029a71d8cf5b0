import { cx } from 'class-variance-authority';
import useSWR from 'swr';
import { Avatar } from '@/components/art/avatar';
import { QueryFailure } from '@/components/query-failure';
import { BusyButton } from '@/components/ui/button';
import { Table } from '@/components/ui/table';
import { LEADERBOARD } from '@/config/paths';
import { useOrigins } from '@/config/settings';
import { LeaderboardSkeleton } from '@/features/leaderboard/leaderboard-skeleton';
import {
  boardAnswer,
  type BoardAnswer,
  type BoardEntry,
} from '@/features/leaderboard/board-answer';
import { POINTS_PER_RECRUIT } from '@/features/levels/levels';
import { fetcherOf } from '@/lib/api';
import { formatCount, formatKnown, plural, shortenAddress } from '@/lib/format';
import type { Totals } from './recompute';
import { useRecomputation, type Phase } from './use-recomputation';

/** Fetch the board only on request. */
const ON_REQUEST = { revalidateOnMount: false };

const READING =
  'Reading every proof and checking its signature. Your device does the work; ours would only say that it did.';

/** Label of the button and status text for each phase. */
const PHASES: Readonly<Record<Phase, { readonly button: string; readonly status: string }>> = {
  idle: { button: 'Recompute the Board', status: '' },
  running: { button: 'Recompute the Board', status: READING },
  failed: {
    button: 'Try Again',
    status: 'The proofs broke off. Trying again starts at the first.',
  },
  complete: { button: 'Recompute Again', status: 'Every proof is read.' },
};

/** Recounts the proven recruits in this browser and compares them with the board. */
export function RecomputeBoard() {
  const { phase, totals, start } = useRecomputation(useOrigins());
  const { data, error, isLoading, mutate } = useSWR<BoardAnswer, Error>(
    LEADERBOARD,
    fetcherOf(boardAnswer),
    ON_REQUEST,
  );
  const asked = phase !== 'idle';
  const complete = phase === 'complete';
  const rows = asked ? compareBoard(data?.entries ?? [], totals, complete) : [];

  function run(): void {
    // Compare each run with a fresh board.
    void mutate();
    start();
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <BusyButton
          className="max-sm:w-full sm:min-w-56"
          busyWith={phase === 'running' ? READING : null}
          onClick={run}
        >
          {PHASES[phase].button}
        </BusyButton>
        <p className="text-stone tabular-nums">
          {asked
            ? `${plural(totals?.read ?? 0, 'proof')} read`
            : 'This space is reserved for arithmetic.'}
        </p>
      </div>
      <p role="status" className="mt-6 max-w-text empty:mt-0">
        {complete && data ? conclusion(rows) : PHASES[phase].status}
      </p>
      <div className="mt-4">
        <LeaderboardSkeleton isLoading={asked && isLoading} />
        {asked && error && !isLoading ? (
          <QueryFailure onRetry={mutate}>
            The board did not load, so there is nothing to hold it against.
          </QueryFailure>
        ) : null}
        {rows.length > 0 ? <ComparedRows rows={rows} /> : null}
      </div>
      <div
        role="status"
        className="mt-4 max-w-text space-y-2 empty:mt-0 text-[0.9375rem] text-ember"
      >
        {totals && phase !== 'running'
          ? remarks(totals).map((remark) => <p key={remark}>{remark}</p>)
          : null}
      </div>
    </>
  );
}

interface ComparedRow extends BoardEntry {
  /** Proven recruits counted from the proofs so far. */
  readonly recomputed: number;
  /** `undecided` until the log was read to its end; `unknown` if the board lacks the number of proven recruits. */
  readonly result: 'agrees' | 'differs' | 'undecided' | 'unknown';
}

/**
 * Compares the board with the proofs.
 *
 * @param totals the counts so far; null before the first proof
 * @param complete true once the log was read to its end
 */
export function compareBoard(
  entries: readonly BoardEntry[],
  totals: Pick<Totals, 'recruitsOf'> | null,
  complete: boolean,
): readonly ComparedRow[] {
  return entries.map((entry) => {
    const recomputed = totals?.recruitsOf(entry.wallet) ?? 0;
    const { provenRecruits } = entry;
    if (provenRecruits === undefined) return { ...entry, recomputed, result: 'unknown' };
    const result = recomputed === provenRecruits ? 'agrees' : 'differs';
    return { ...entry, recomputed, result: complete ? result : 'undecided' };
  });
}

function conclusion(rows: readonly ComparedRow[]): string {
  if (rows.length === 0) return 'The board is empty, and so is our conscience.';
  const differing = rows.filter(({ result }) => result === 'differs').length;
  if (rows.some(({ result }) => result === 'unknown')) {
    return 'The board does not say how many are proven, so there is nothing to hold the proofs against.';
  }
  if (differing === 0) {
    return 'Every row agrees with your own browser. We are told this is unusual in the industry.';
  }
  return `${formatCount(differing)} of ${formatCount(rows.length)} rows ${differing === 1 ? 'differs' : 'differ'}. A proof that arrived between the two readings does that too, so recompute once before you call anybody.`;
}

function remarks({ refused, withheld, unreadable, unchecked }: Totals): readonly string[] {
  return [
    refused > 0 &&
      `${plural(refused, 'proof')} did not hold or repeated a recruit, and counted for nothing.`,
    withheld > 0 &&
      `${plural(withheld, 'proof')} ${withheld === 1 ? 'counts' : 'count'} for nothing, because we revoked the recruit or banned the referrer. Our reasons are in the list below.`,
    unreadable > 0 &&
      `Entries of a kind that this page does not know: ${formatCount(unreadable)}. Reload for a newer page.`,
    unchecked > 0 &&
      `This browser cannot check Ed25519 signatures here, so ${plural(unchecked, 'proof')} counted on our word. Our word is worth what it says above.`,
  ].filter((remark) => remark !== false);
}

const RESULTS = {
  agrees: { word: 'agrees', look: 'text-gold-bright' },
  differs: { word: 'differs', look: 'font-medium text-ember' },
  undecided: { word: 'reading', look: 'text-stone' },
  unknown: { word: 'unknown', look: 'text-stone' },
} satisfies Record<ComparedRow['result'], object>;

const COLUMNS = [
  ['Wallet'],
  ['Board', 'text-right'],
  ['Yours', 'pl-3 text-right'],
  ['Recruit points', 'pl-3 text-right max-sm:hidden'],
  ['Verdict', 'w-20 pl-3 text-right'],
] as const;

function ComparedRows({ rows }: { rows: readonly ComparedRow[] }) {
  return (
    <Table
      caption="Proven recruits on the board and recomputed"
      columns={COLUMNS}
      className="max-xs:text-[0.9375rem]"
    >
      {rows.map(({ wallet, provenRecruits, recomputed, result }) => (
        <tr key={wallet} className="h-10">
          <th scope="row" className="text-left font-normal whitespace-nowrap" title={wallet}>
            <Avatar wallet={wallet} className="mr-2.5 inline-block w-6 max-xs:hidden" />
            {shortenAddress(wallet)}
          </th>
          <td data-column="Board" className="text-right">
            {formatKnown(provenRecruits)}
          </td>
          <td data-column="Yours" className="pl-3 text-right">
            {formatCount(recomputed)}
          </td>
          <td className="pl-3 text-right max-sm:hidden">
            {formatCount(recomputed * POINTS_PER_RECRUIT)}
          </td>
          <td data-column="Verdict" className={cx('pl-3 text-right', RESULTS[result].look)}>
            {RESULTS[result].word}
          </td>
        </tr>
      ))}
    </Table>
  );
}
