import { ArrowUpRight } from 'lucide-react';
import { useId } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { useSettings } from '@/config/use-settings';
import { formatShares } from '@/lib/format';
import { LevelLadder } from './level-ladder';
import type { Holdings } from './levels';
import { standingOf } from './levels';
import { shareCount, wayToNext } from './status-text';

interface StatusCardProps extends Holdings {
  /** Offers to ask for the balances again when they could not be read. */
  onRetry: (() => void) | null;
}

/** Your Status: level, way to the next one, shares. */
export function StatusCard({ shares, provenRecruits, onRetry }: StatusCardProps) {
  const { tokenChartUrl } = useSettings();
  const hintId = useId();
  const { level, next, progress } = standingOf({ shares, provenRecruits });

  return (
    <Card title="Your Status" action={<Badge>{level.name}</Badge>} className="lg:p-8">
      <div className="flex items-baseline justify-between gap-4">
        <p>{next ? `Next: ${next.name}` : 'There is no next level. Only weather.'}</p>
        <p className="text-gold-bright tabular-nums">{Math.floor(progress)}%</p>
      </div>
      <Progress
        value={progress}
        aria-label={next ? `Progress to ${next.name}` : 'Progress'}
        aria-describedby={hintId}
        className="mt-2"
      />
      <p id={hintId} className="mt-2 min-h-12 text-[0.9375rem] text-stone">
        60 % of it is motivation. {wayToNext(next, { shares, provenRecruits })}
      </p>

      <dl className="mt-6 grid gap-6 border-y border-line py-6 sm:grid-cols-2">
        <div>
          <dt className="text-stone">Your Shares Balance</dt>
          <dd className="mt-1 font-display text-figure break-words tabular-nums">
            {formatShares(shares)}
          </dd>
        </div>
        <div>
          <dt className="text-stone">In whole shares</dt>
          <dd className="mt-1 font-display text-figure break-words tabular-nums">
            {shareCount(shares)}
          </dd>
        </div>
      </dl>

      <div className="mt-6 flex min-h-12 flex-wrap items-center gap-x-5 gap-y-3">
        <Button asChild variant="outline">
          <a href={tokenChartUrl} target="_blank" rel="noopener">
            Buy More Shares
            <ArrowUpRight aria-hidden="true" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </Button>
        <p className="text-sm text-stone" role="status">
          {onRetry
            ? 'Your balance could not be read. We are showing 0, which is also our forecast.'
            : null}
        </p>
        {onRetry ? (
          <Button variant="secondary" size="sm" onClick={onRetry}>
            Read it again
          </Button>
        ) : null}
      </div>

      <div className="mt-8">
        <LevelLadder current={level} />
      </div>
    </Card>
  );
}
