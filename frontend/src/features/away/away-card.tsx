import { useEffect, useState } from 'react';
import type { Movement, ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { QueryFailure } from '@/components/query-failure';
import { Card } from '@/components/ui/card';
import { formatCount, plural } from '@/lib/format';
import { useQuery, type Query } from '@/lib/query';
import { count, objectOf } from '@/lib/check';
import { browserStorage } from '@/lib/storage';

/** Who looks again sooner was not away. */
const AWAY_AFTER_MS = 6 * 3_600_000;

const movementAnswer = objectOf<Movement>({ joined: count, proven: count, lost: count }, {});

interface AwayCardProps {
  readonly wallet: string;
  readonly stats: Query<Partial<Pick<ReferralStats, 'rank'>>>;
}

/**
 * While you were away: what has changed since this browser last looked, for those who were. It has its place from the
 * first, so that nothing moves when it is known.
 */
export function AwayCard({ wallet, stats }: AwayCardProps) {
  const [then] = useState(() => lastLook(wallet));
  const [now] = useState(() => new Date());
  const wasAway = then !== null && now.getTime() - Date.parse(then.at) > AWAY_AFTER_MS;
  const query = new URLSearchParams({ wallet, since: then?.at ?? '' });
  const key = wasAway && stats.data ? `/api/referral-stats/since?${query.toString()}` : null;
  const movement = useQuery(key, movementAnswer);
  const rank = stats.data?.rank;
  const isTold = !wasAway || movement.data !== undefined;
  useEffect(() => {
    if (isTold && rank !== undefined) rememberLook(wallet, { at: now.toISOString(), rank });
  }, [wallet, now, rank, isTold]);

  if (!wasAway) return null;
  const failure = [stats, movement].find(({ failed }) => failed);
  const lines =
    rank !== undefined && movement.data ? awayLines(then.rank, rank, movement.data) : [];
  return (
    <Card title="While you were away" className="lg:px-8">
      <div className="min-h-43 sm:min-h-28">
        {failure ? (
          <QueryFailure onRetry={failure.retry}>
            What you missed did not load. You missed that, too.
          </QueryFailure>
        ) : (
          <ul className="grid gap-1 text-[0.9375rem] tabular-nums">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

interface Look {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly rank: number | null;
}

const keyOf = (wallet: string): string => `pyramidion.looked.${wallet}`;

/** What this browser last saw of a wallet; null when it has not, or keeps nothing. */
export function lastLook(wallet: string): Look | null {
  const [at = '', rank = ''] = browserStorage.read(keyOf(wallet))?.split(' ') ?? [];
  if (Number.isNaN(Date.parse(at))) return null;
  return { at, rank: /^\d+$/.test(rank) ? Number(rank) : null };
}

export function rememberLook(wallet: string, { at, rank }: Look): void {
  browserStorage.write(keyOf(wallet), `${at} ${rank ?? '-'}`);
}

/** What has changed since the rank was `then`, a sentence each; where nothing has, that. */
export function awayLines(then: number | null, now: number | null, movement: Movement): string[] {
  const { joined, proven, lost } = movement;
  const lines = [
    rankLine(then, now),
    joined > 0 ? `${plural(joined, 'recruit')} joined. They were told nothing.` : null,
    proven > 0
      ? `${plural(proven, 'claim')} of yours became ${proven === 1 ? 'a proof' : 'proofs'}.`
      : null,
    lost > 0
      ? `${plural(lost, 'claim')} of yours went to somebody else's proof. Nothing personal.`
      : null,
  ].filter((line) => line !== null);
  return lines.length === 0
    ? ['Nothing happened. The pyramid held its breath, and so did the market.']
    : lines;
}

function rankLine(then: number | null, now: number | null): string | null {
  if (then === now) return null;
  if (now === null) return 'You left the board.';
  if (then === null) return `You are on the board: number ${formatCount(now)}.`;
  const [from, to] = [formatCount(then), formatCount(now)];
  return now < then
    ? `You rose from number ${from} to ${to}, mostly by staying where you were.`
    : `You fell from number ${from} to ${to}, which is how pyramids are meant to work.`;
}
