import type { ReactNode } from 'react';
import { cx } from 'class-variance-authority';
import { Link } from 'react-router-dom';
import type { Leaderboard, LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';
import type { Returns } from '@backend/referral/returns';
import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { WalletMark } from '@/components/art/wallet-mark';
import { QueryFailure } from '@/components/query-failure';
import { Card } from '@/components/ui/card';
import { Table } from '@/components/ui/table';
import { pyramidPath } from '@/config/paths';
import { titleOf } from '@/lib/face';
import { formatCount, formatShortCount, plural, shortenAddress } from '@/lib/format';
import type { Query } from '@/lib/query';
import { LeaderboardSkeleton } from './leaderboard-skeleton';
import { useLeaderboard } from './use-leaderboard';

interface LeaderboardCardProps {
  readonly wallet: string;
  /** The visitor's own place; its data is undefined while it is not known. */
  readonly own: Pick<Query<OwnStats>, 'data' | 'failed'>;
}

/** Top Pyramid Builders: the first ten, and the visitor's own rank under them. */
export function LeaderboardCard({ wallet, own }: LeaderboardCardProps) {
  const { data, failed, loading, retry } = useLeaderboard();

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

/** The visitor's own place on the board. */
export type OwnStats = Pick<ReferralStats, 'rank' | 'directRecruits' | 'points'>;

interface OwnRankProps {
  readonly wallet: string;
  /** Undefined while the stats are not there. */
  readonly own: OwnStats | undefined;
  /** Whether they could not be had. */
  readonly failed: boolean;
  readonly leaderboard: Leaderboard | undefined;
}

/** The line under the top ten. It keeps its height whatever there is to say. */
function OwnRank(props: OwnRankProps) {
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
        {`${shortenAddress(wallet)}, ${plural(own.directRecruits, 'recruit')}, ${formatCount(own.points)} points`}
      </span>
    </p>
  );
}

/** How many of the newest recruits, of those with a day to do so, were seen again on another one. */
function returnsText({ recruits, returned }: Returns): string {
  return `${returned} of ${recruits} back`;
}

interface LeaderboardRowsProps {
  entries: LeaderboardEntry[];
  ownWallet: string;
}

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

function LeaderboardRows({ entries, ownWallet }: LeaderboardRowsProps) {
  return (
    <Table
      caption="Top pyramid builders by points"
      columns={COLUMNS}
      className="max-sm:text-[0.9375rem]"
    >
      {entries.map((entry) => (
        <Row key={entry.wallet} entry={entry} own={entry.wallet === ownWallet} />
      ))}
    </Table>
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
            <span className="block text-xs text-stone max-xs:hidden">{titleOf(entry.wallet)}</span>
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
