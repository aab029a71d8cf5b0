import { QueryFailure } from '@/components/query-failure';
import { LEADERBOARD } from '@/config/paths';
import { formatCount, formatMoment, plural } from '@/lib/format';
import { Board } from './board';
import { useBoard, type BoardAnswer } from './board-answer';

const THIS_WEEK = `${LEADERBOARD}?window=week`;

interface WeekBoardProps {
  readonly wallet: string;
  /** If false, nothing is fetched. */
  readonly opened: boolean;
}

export function WeekBoard({ wallet, opened }: WeekBoardProps) {
  const board = useBoard(opened ? THIS_WEEK : null);
  const place = useBoard(opened ? `${THIS_WEEK}&around=${wallet}&limit=1` : null);
  const week = board.data?.week;
  return (
    <>
      <div className="flex min-h-11 items-center text-[0.9375rem]">
        {place.data ? (
          <p className="text-gold-bright tabular-nums">{placeText(place.data)}</p>
        ) : null}
        {place.error && !board.error ? (
          <QueryFailure onRetry={place.mutate}>
            Your place did not load. It is being contested.
          </QueryFailure>
        ) : null}
      </div>
      <Board
        query={board}
        recruits="Proven"
        caption="Top pyramid builders of this week by points"
        ownWallet={wallet}
        whenEmpty="Nobody has proven a recruit this week. Historians call it a golden age."
        whenFailed="The week did not load. It is passing all the same."
      />
      {week ? (
        <p className="mt-3 text-[0.9375rem] text-stone">
          {`The week ends on ${formatMoment(new Date(week.ends))}, and everybody starts over.`}
        </p>
      ) : null}
    </>
  );
}

function placeText({ entries: [me], total }: BoardAnswer): string {
  if (me === undefined) return 'You are not on the board of this week. Thank you.';
  return `You are number ${formatCount(me.rank)} of ${formatCount(total)}, with ${plural(me.recruits, 'proven recruit')}.`;
}
