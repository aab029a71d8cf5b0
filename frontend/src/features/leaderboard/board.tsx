import { cx } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Leaderboard, LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';
import type { Returns } from '@backend/referral/returns';
import { WalletMark } from '@/components/art/wallet-mark';
import { QueryFailure } from '@/components/query-failure';
import { Table } from '@/components/ui/table';
import { pyramidPath } from '@/config/paths';
import { titleOf } from '@/lib/face';
import { formatCount, formatShortCount, shortenAddress } from '@/lib/format';
import type { Query } from '@/lib/query';
import { LeaderboardSkeleton } from './leaderboard-skeleton';
import { Podium } from './podium';

const COLUMNS = [
  [<RankHeading key="rank" />, 'w-7 pr-2 sm:w-10'],
  ['Wallet'],
  ['Recruits', 'pl-3 text-right max-xs:pl-2'],
  ['Points', 'pl-3 text-right max-xs:pl-2'],
] as const;

function RankHeading() {
  return (
    <>
      <span className="sr-only">Rank</span>
      <span aria-hidden="true">#</span>
    </>
  );
}

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
  const row = (entry: LeaderboardEntry) => (
    <Row key={entry.wallet} entry={entry} own={entry.wallet === ownWallet} />
  );
  return (
    <div
      aria-busy={loading}
      className="min-h-140 ledger bg-size-[100%_3.25rem] bg-position-[0_2.5rem]"
    >
      {loading ? <LeaderboardSkeleton /> : null}
      {failed && !loading ? (
        <Vacant steps={[2, 2, 2]}>
          <QueryFailure onRetry={retry}>{props.whenFailed}</QueryFailure>
        </Vacant>
      ) : null}
      {data && data.entries.length > 0 ? (
        <Table caption={caption} columns={COLUMNS} className="max-sm:text-[0.9375rem]">
          {data.entries.map(row)}
          {between === null ? null : (
            <tr className="h-13 text-stone">
              <td colSpan={COLUMNS.length}>{between}</td>
            </tr>
          )}
          {neighbours.map(row)}
        </Table>
      ) : null}
      {data?.entries.length === 0 ? (
        <Vacant steps={[2, 3, 1]}>
          <p className="py-3">{props.whenEmpty}</p>
        </Vacant>
      ) : null}
    </div>
  );
}

interface VacantProps {
  /** How high each of the first three would stand. */
  readonly steps: readonly number[];
  readonly children: ReactNode;
}

/** Says why there is nobody, over the places that nobody takes. */
function Vacant({ steps, children }: VacantProps) {
  return (
    <div className="flex min-h-140 flex-col justify-between bg-dusk pb-13">
      {children}
      <Podium steps={steps} />
    </div>
  );
}

function Row({ entry, own }: { entry: LeaderboardEntry; own: boolean }) {
  return (
    <tr aria-current={own || undefined} className={cx('h-13', own && 'text-gold-bright')}>
      <td data-column="Rank" className={cx('pr-2', !own && 'text-stone')}>
        {entry.rank}
      </td>
      <th scope="row" className="text-left font-normal whitespace-nowrap" title={entry.wallet}>
        <Link
          to={pyramidPath(entry.wallet)}
          className="group inline-flex h-13 items-center gap-2.5 align-top leading-tight"
        >
          <WalletMark wallet={entry.wallet} className="w-7 shrink-0 max-[23rem]:hidden" />
          <span>
            <span className="underline decoration-line underline-offset-4 group-hover:decoration-current">
              {shortenAddress(entry.wallet)}
            </span>
            {own ? (
              <strong className="ml-2 rounded-sm bg-gold px-1.5 text-sm font-medium text-ink max-xs:sr-only">
                You
              </strong>
            ) : null}
            <span className="block text-xs whitespace-normal text-stone max-xs:hidden max-sm:text-[0.6875rem] max-sm:leading-[1.1]">
              {titleOf(entry.wallet)}
            </span>
          </span>
        </Link>
      </th>
      <Count column="Recruits" value={entry.recruits}>
        {entry.returns ? (
          <span className="block text-xs whitespace-nowrap text-stone max-sm:hidden">
            {returnsText(entry.returns)}
          </span>
        ) : null}
      </Count>
      <Count column="Points" value={entry.points} />
    </tr>
  );
}

/** How many of the newest recruits, of those with a day to do so, were seen again on another one. */
function returnsText({ recruits, returned }: Returns): string {
  return `${returned} of ${recruits} back`;
}

interface CountProps {
  readonly column: string;
  readonly value: number;
  readonly children?: ReactNode;
}

function Count({ column, value, children }: CountProps) {
  return (
    <td data-column={column} className="pl-3 text-right max-xs:pl-2" title={formatCount(value)}>
      {formatShortCount(value)}
      {children}
    </td>
  );
}
