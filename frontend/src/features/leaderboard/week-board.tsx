import type { Leaderboard } from '@backend/leaderboard/leaderboard.schema';
import { QueryFailure } from '@/components/query-failure';
import { WalletMark } from '@/components/art/wallet-mark';
import { LEADERBOARD } from '@/config/paths';
import { formatCount, formatMoment, plural, shortenAddress } from '@/lib/format';
import { useQuery } from '@/lib/query';
import { Board } from './board';
import { isLeaderboard } from './leaderboard-shape';

const THIS_WEEK = `${LEADERBOARD}?window=week`;

interface WeekBoardProps {
  readonly wallet: string;
  /** Whether it was looked at: nothing is asked before. */
  readonly opened: boolean;
}

/** Who recruited most since Monday, and what became of last week. */
export function WeekBoard({ wallet, opened }: WeekBoardProps) {
  const board = useQuery(opened ? THIS_WEEK : null, isLeaderboard);
  const place = useQuery(opened ? `${THIS_WEEK}&around=${wallet}&limit=1` : null, isLeaderboard);
  const week = board.data?.week;
  return (
    <>
      <Board
        query={board}
        caption="Top pyramid builders of this week by points"
        ownWallet={wallet}
        whenEmpty="Nobody has recruited anybody this week. Historians call it a golden age."
        whenFailed="The week did not load. It is passing all the same."
      />
      <div className="mt-3 min-h-12 text-[0.9375rem] text-stone">
        {place.data && week ? (
          <p className="tabular-nums">{`${placeText(place.data)} The week ends on ${formatMoment(new Date(week.ends))}, and everybody starts over.`}</p>
        ) : null}
        {place.failed && !board.failed ? (
          <QueryFailure onRetry={place.retry}>
            Your place did not load. It is being contested.
          </QueryFailure>
        ) : null}
      </div>
      {week ? <LastWeek week={week.previous} /> : null}
    </>
  );
}

function placeText({ entries: [me], total }: Leaderboard): string {
  if (me === undefined) return 'You have recruited nobody this week. Thank you.';
  return `You are number ${formatCount(me.rank)} of ${formatCount(total)}, with ${plural(me.recruits, 'recruit')}.`;
}

const HONOURS = [
  'Won. There was no prize.',
  'Came close. To what was never established.',
  'Made it onto the base, where pyramids keep most people.',
];

function LastWeek({ week }: { readonly week: string }) {
  const { data } = useQuery(`${LEADERBOARD}?window=${week}`, isLeaderboard);
  const number = Number(week.slice(-2));
  if (data === undefined) return null;
  return (
    <section aria-label={`Week ${number}`} className="mt-4 border-t border-line pt-4">
      <h3 className="font-display text-lg">{`Week ${number} has been laid to rest`}</h3>
      {data.entries.length === 0 ? (
        <p className="mt-2 text-[0.9375rem] text-stone">
          Nobody won. Nobody lost, either, which is the best result on record.
        </p>
      ) : (
        <ol className="mt-3 grid gap-3">
          {data.entries.slice(0, HONOURS.length).map(({ wallet, rank, recruits }, index) => (
            <li key={wallet} className="flex items-center gap-3">
              <span className="w-5 shrink-0 font-display text-xl text-gold" aria-hidden="true">
                {rank}
              </span>
              <WalletMark wallet={wallet} className="w-9 shrink-0" />
              <p className="leading-snug">
                {`${shortenAddress(wallet)}, ${plural(recruits, 'recruit')}`}
                <span className="block text-sm text-stone">{HONOURS[index]}</span>
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
