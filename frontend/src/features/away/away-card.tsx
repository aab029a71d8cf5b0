import { useEffect, useState } from 'react';
import useSWR from 'swr';
import type { Movement, ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import { Card } from '@/components/ui/card';
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
  const { data: movement } = useSWR<Movement, Error>(
    wasAway && stats ? `/api/referral-stats/since?${query.toString()}` : null,
  );
  const rank = stats?.rank;
  useEffect(() => {
    if (rank !== undefined) rememberLook(wallet, { at: now.toISOString(), rank });
  }, [wallet, now, rank]);

  if (!wasAway) return null;
  const lines = stats && movement ? awayLines(then.rank, stats.rank, movement) : [];
  return (
    <Card title="While you were away">
      <ul className="grid min-h-24 content-start gap-1 tabular-nums">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Card>
  );
}
