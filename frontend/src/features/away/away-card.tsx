import { useEffect, useState } from 'react';
import type { Movement, ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { QueryFailure } from '@/components/query-failure';
import { Card } from '@/components/ui/card';
import { useQuery } from '@/lib/query';
import { awayLines } from './away-texts';
import { lastLook, rememberLook } from './last-look';

/** Who looks again sooner was not away. */
const AWAY_AFTER_MS = 6 * 3_600_000;

interface AwayCardProps {
  readonly wallet: string;
  /** Undefined while it is not known. */
  readonly stats: ReferralStats | undefined;
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
  const key = wasAway && stats ? `/api/referral-stats/since?${query.toString()}` : null;
  const { data: movement, failed, retry } = useQuery<Movement>(key);
  const rank = stats?.rank;
  const isTold = !wasAway || movement !== undefined;
  useEffect(() => {
    if (isTold && rank !== undefined) rememberLook(wallet, { at: now.toISOString(), rank });
  }, [wallet, now, rank, isTold]);

  if (!wasAway) return null;
  const lines = stats && movement ? awayLines(then.rank, stats.rank, movement) : [];
  return (
    <Card title="While you were away" className="lg:px-8">
      <div className="min-h-43 sm:min-h-28">
        {failed ? (
          <QueryFailure onRetry={retry}>
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
