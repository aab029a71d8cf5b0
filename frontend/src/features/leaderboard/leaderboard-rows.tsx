import { cx } from 'class-variance-authority';
import { Link } from 'react-router-dom';
import type { LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';
import { pyramidPath } from '@/config/paths';
import { formatCount, formatShortCount, shortenAddress } from '@/lib/format';

interface LeaderboardRowsProps {
  entries: LeaderboardEntry[];
  ownWallet: string;
}

export function LeaderboardRows({ entries, ownWallet }: LeaderboardRowsProps) {
  return (
    <table className="reflow w-full border-collapse tabular-nums max-sm:text-[0.9375rem]">
      <caption className="sr-only">Top pyramid builders by points</caption>
      <thead>
        <tr className="h-10 text-left text-sm text-stone">
          <th scope="col" className="w-8 pr-2 font-normal sm:w-10">
            <span className="sr-only">Rank</span>
            <span aria-hidden="true">#</span>
          </th>
          <th scope="col" className="font-normal">
            Wallet
          </th>
          <th scope="col" className="pl-3 text-right max-xs:pl-2 font-normal">
            Recruits
          </th>
          <th scope="col" className="pl-3 text-right max-xs:pl-2 font-normal">
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.wallet} entry={entry} own={entry.wallet === ownWallet} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry, own }: { entry: LeaderboardEntry; own: boolean }) {
  return (
    <tr aria-current={own || undefined} className={cx('h-10', own && 'text-gold-bright')}>
      <td data-column="Rank" className={cx('pr-2', !own && 'text-stone')}>
        {entry.rank}
      </td>
      <th scope="row" className="text-left font-normal whitespace-nowrap" title={entry.wallet}>
        <Link
          to={pyramidPath(entry.wallet)}
          className="-my-0.5 inline-flex h-11 items-center underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {shortenAddress(entry.wallet)}
        </Link>
        {own ? (
          <strong className="ml-2 rounded-sm bg-gold px-1.5 py-0.5 text-sm font-medium text-ink max-xs:sr-only">
            You
          </strong>
        ) : null}
      </th>
      <Count column="Recruits" value={entry.recruits} />
      <Count column="Points" value={entry.points} />
    </tr>
  );
}

function Count({ column, value }: { column: string; value: number }) {
  return (
    <td data-column={column} className="pl-3 text-right max-xs:pl-2" title={formatCount(value)}>
      {formatShortCount(value)}
    </td>
  );
}
