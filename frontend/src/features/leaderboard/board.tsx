import { cx } from 'class-variance-authority';
import { Link } from 'react-router-dom';
import type { SWRResponse } from 'swr';
import { Avatar } from '@/components/art/avatar';
import { QueryFailure } from '@/components/query-failure';
import { Table } from '@/components/ui/table';
import { pyramidPath } from '@/config/paths';
import { titleOf } from '@/lib/avatar';
import { formatCount, formatShortCount, shortenAddress } from '@/lib/format';
import type { BoardAnswer, BoardEntry } from './board-answer';

const COUNT = 'pl-3 text-right max-xs:pl-2';

const RANK = [
  <>
    <span className="sr-only">Rank</span>
    <span aria-hidden="true">#</span>
  </>,
  'w-7 pr-2 sm:w-10',
] as const;

interface BoardProps {
  readonly query: SWRResponse<BoardAnswer, Error>;
  /** Heading of the third column. The board of a week counts only proven recruits. */
  readonly recruits: 'Recruits' | 'Proven';
  readonly caption: string;
  readonly ownWallet: string;
  readonly neighbours?: readonly BoardEntry[] | undefined;
  readonly between?: string | null;
  readonly whenEmpty: string;
  readonly whenFailed: string;
}

export function Board(props: BoardProps) {
  const { query, recruits, caption, ownWallet, neighbours = [], between = null } = props;
  const { data, error, isLoading, mutate } = query;
  const columns = [RANK, ['Wallet'], [recruits, COUNT], ['Points', COUNT]] as const;
  const row = (entry: BoardEntry) => (
    <Row key={entry.wallet} entry={entry} recruits={recruits} own={entry.wallet === ownWallet} />
  );
  return (
    <div aria-busy={isLoading}>
      {/* Always mounted, because screen readers announce only changes of an existing region. */}
      <p role="status" className="sr-only">
        {isLoading ? 'Loading the leaderboard' : null}
      </p>
      {isLoading ? <Skeleton /> : null}
      {error && !isLoading ? (
        <QueryFailure onRetry={mutate}>{props.whenFailed}</QueryFailure>
      ) : null}
      {data && data.entries.length > 0 ? (
        <Table caption={caption} columns={columns} className="max-sm:text-[0.9375rem]">
          {data.entries.map(row)}
          {between === null ? null : (
            <tr className="h-13 border-t border-line text-stone">
              <td colSpan={columns.length}>{between}</td>
            </tr>
          )}
          {neighbours.map(row)}
        </Table>
      ) : null}
      {data?.entries.length === 0 ? (
        <>
          <p>{props.whenEmpty}</p>
          <Podium />
        </>
      ) : null}
    </div>
  );
}

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth'];

const TEXTS = ['w-5', 'w-24', 'ml-auto w-8', 'w-14'];

/** Five placeholder rows, each as high as two rows of the board. */
function Skeleton() {
  return (
    <div aria-hidden="true">
      <div className="h-10" />
      {ROWS.map((row) => (
        <div
          key={row}
          data-slot="skeleton-row"
          className="box-content flex h-24 items-center sm:h-26 gap-4 border-y border-line"
        >
          {TEXTS.map((place) => (
            <span
              key={place}
              className={`block h-4 animate-breathe rounded-sm bg-line forced-colors:bg-[GrayText] ${place}`}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Podium() {
  return (
    <svg viewBox="0 0 300 200" aria-hidden="true" className="mx-auto mt-4 w-full max-w-72">
      {[92, 56, 128].map((top, index) => (
        <g key={top} transform={`translate(${index * 100} ${top})`}>
          <path d="M50-52 70-14H30Z" className="fill-none stroke-stone" strokeDasharray="5 4" />
          <path d="M3 0H97V150H3Z" fill="#6b5230" />
          <path d="M68 0H97V150H68Z" fill="#2a2230" />
          <path d="M3 36H97M3 72H97M3 108H97" className="stroke-night" strokeWidth="2" />
          <path d="M3 0H97" className="stroke-gold" strokeWidth="2" />
        </g>
      ))}
    </svg>
  );
}

interface RowProps extends Pick<BoardProps, 'recruits'> {
  readonly entry: BoardEntry;
  readonly own: boolean;
}

function Row({ entry, recruits, own }: RowProps) {
  return (
    <tr
      aria-current={own || undefined}
      className={cx('h-12 border-t border-line sm:h-13', own && 'text-gold-bright')}
    >
      <td data-column="Rank" className={cx('pr-2', !own && 'text-stone')}>
        {entry.rank}
      </td>
      <th scope="row" className="text-left font-normal whitespace-nowrap" title={entry.wallet}>
        <Link
          to={pyramidPath(entry.wallet)}
          className="group inline-flex h-12 items-center sm:h-13 gap-2.5 align-top leading-tight"
        >
          <Avatar wallet={entry.wallet} className="w-7 shrink-0 max-[23rem]:hidden" />
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
      <td data-column={recruits} className={COUNT} title={formatCount(entry.recruits)}>
        {formatShortCount(entry.recruits)}
      </td>
      <td data-column="Points" className={COUNT} title={formatCount(entry.points)}>
        {formatShortCount(entry.points)}
      </td>
    </tr>
  );
}
