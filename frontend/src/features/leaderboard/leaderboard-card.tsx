import { cx } from 'class-variance-authority';
import { useState } from 'react';
import type { SWRResponse } from 'swr';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Tabs } from '@/components/ui/tabs';
import { LEADERBOARD } from '@/config/paths';
import { POINTS_PER_RECRUIT } from '@/features/levels/levels';
import { formatCount, plural } from '@/lib/format';
import { Board } from './board';
import { useBoard, type BoardAnswer } from './board-answer';
import { rankText, type OwnStats } from './own-rank';
import { WeekBoard } from './week-board';

/** Number of rows to fetch: the visitor, two wallets above and two below, except at the ends of the board. */
const NEIGHBOURS = 5;

interface LeaderboardCardProps {
  readonly wallet: string;
  readonly own: OwnStats;
}

export function LeaderboardCard({ wallet, own }: LeaderboardCardProps) {
  const [weekOpened, setWeekOpened] = useState(false);
  return (
    <Card id="leaderboard" title="Top Pyramid Builders">
      <Tabs
        label="Time"
        tabs={[
          { label: 'All time', panel: <AllTimeBoard wallet={wallet} own={own} /> },
          { label: 'This week', panel: <WeekBoard wallet={wallet} opened={weekOpened} /> },
        ]}
        onSelect={(index) => setWeekOpened(weekOpened || index === 1)}
      />
    </Card>
  );
}

function AllTimeBoard({ wallet, own }: LeaderboardCardProps) {
  const board = useBoard(LEADERBOARD);
  const [asked, setAsked] = useState(false);
  // Fetches anew when opened again, because the ranks may have changed.
  const around = useBoard(asked ? `${LEADERBOARD}?around=${wallet}&limit=${NEIGHBOURS}` : null, {
    revalidateIfStale: true,
    dedupingInterval: 0,
  });
  const first = board.data?.entries ?? [];
  const last = first.at(-1);
  const isShown = (wallet: string) => first.some((entry) => entry.wallet === wallet);
  // Skips wallets of the top ten, including those that entered or left it between the two fetches. A wallet below the top
  // ten may share the rank of the tenth.
  const neighbours = around.data?.entries.filter(
    ({ wallet, rank, points }) =>
      (rank > first.length || (rank === last?.rank && points === last.points)) && !isShown(wallet),
  );
  const rank = own.data?.rank ?? 0;
  const isBelow = last !== undefined && rank >= last.rank && !isShown(wallet);
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-[0.9375rem]">
        <p className={cx('tabular-nums', rank > 0 && 'text-gold-bright')}>
          {rankText(own, board.data?.total)}
        </p>
        {isBelow ? (
          <Button variant="link" size="sm" aria-expanded={asked} onClick={() => setAsked(!asked)}>
            Who is around you
          </Button>
        ) : null}
      </div>
      <Board
        query={board}
        recruits="Recruits"
        caption="Top pyramid builders by points"
        ownWallet={wallet}
        neighbours={neighbours}
        between={wayOn(wallet, around)}
        whenEmpty="Nobody has recruited anybody. This is the safest the scheme will ever be."
        whenFailed="The leaderboard did not load. Everybody is currently tied."
      />
    </>
  );
}

function wayOn(wallet: string, { data, error }: SWRResponse<BoardAnswer, Error>): string | null {
  if (error) return 'The wallets around you did not load. They cannot see you either.';
  if (data === undefined) return null;
  const place = data.entries.findIndex((entry) => entry.wallet === wallet);
  const [me, above] = [data.entries[place], data.entries[place - 1]];
  if (!me || !above) return 'Your rank is changing. Ask again.';
  const recruits = plural(recruitsToPass(me.points, above.points), 'proven recruit');
  return me.rank === above.rank
    ? `${recruits} to pass those who share your rank`
    : `${recruits} to pass number ${formatCount(above.rank)}`;
}

/** Returns how many recruits, at least 1, it takes to pass the wallet above. Wallets with equal points share a rank. */
export function recruitsToPass(points: number, above: number): number {
  return Math.max(1, Math.floor((above - points) / POINTS_PER_RECRUIT) + 1);
}
