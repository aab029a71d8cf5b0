import { cx } from 'class-variance-authority';
import { ArrowUpRight } from 'lucide-react';
import { useId } from 'react';
import { Stat } from '@/components/stat';
import { RetryButton } from '@/components/query-failure';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { useSettings } from '@/config/settings';
import { NewTabLink } from '@/components/new-tab-link';
import { formatShares, plural } from '@/lib/format';
import { standingOf, type Holdings } from './levels';

interface StatusCardProps {
  /** Null while they have not been read. */
  readonly shares: number | null;
  readonly holdings: Holdings | null;
  /** Whether the proven recruits could not be read. */
  readonly failed: boolean;
  /** What is to be said of balances that are not those of now; null when there is nothing. */
  readonly trouble: string | null;
  readonly onRetry: () => void;
}

/** What a wallet with nothing has: the specification's fixed card, which is shown where the real level is not known. */
const NOTHING: Holdings = { shares: 0, provenRecruits: 0 };

/** Your Status: level, way to the next one, shares. */
export function StatusCard({ shares, holdings, failed, trouble, onRetry }: StatusCardProps) {
  const { tokenChartUrl } = useSettings();
  const hintId = useId();
  const shown = holdings ?? (failed ? NOTHING : null);
  const standing = shown && standingOf(shown);
  const next = standing ? standing.next : { name: 'to be announced' };

  return (
    <Card
      title="Your Status"
      action={
        standing ? (
          <span className="inline-flex shrink-0 items-center rounded-sm bg-gold px-2 py-0.5 leading-snug font-medium whitespace-nowrap text-ink">
            {standing.level.name}
          </span>
        ) : null
      }
      aria-busy={holdings === null && !failed}
      className="lg:px-8"
    >
      <div className="flex items-baseline justify-between gap-4">
        <p>{next ? `Next: ${next.name}` : 'There is no next level. Only weather.'}</p>
        {standing ? (
          <p className="text-gold-bright tabular-nums">{`${Math.floor(standing.progress)}%`}</p>
        ) : null}
      </div>
      <Progress
        value={standing?.progress ?? null}
        aria-label={standing?.next ? `Progress to ${standing.next.name}` : 'Progress'}
        aria-describedby={hintId}
        className="mt-2"
      />
      <p id={hintId} className="mt-2 min-h-24 text-[0.9375rem] text-stone xs:min-h-18 sm:min-h-12">
        {hint(holdings, failed)}
      </p>
      <dl className="mt-6 grid gap-6 border-y border-line py-6 sm:grid-cols-2">
        <Stat
          label="Your Shares Balance"
          value={shares === null ? null : formatShares(shares)}
          roomFor={16}
        />
        <Stat
          label="Counted for your level"
          value={shares === null ? null : shareCount(shares)}
          roomFor={16}
        />
      </dl>

      <div className="mt-6 grid items-center gap-x-5 gap-y-3 sm:grid-cols-[auto_1fr]">
        <Button asChild variant="outline" className="justify-self-start">
          <NewTabLink href={tokenChartUrl}>
            Buy More Shares
            <ArrowUpRight aria-hidden="true" />
          </NewTabLink>
        </Button>
        <div className="flex min-h-17 flex-wrap items-center gap-x-4 text-sm sm:min-h-11">
          <p
            role="status"
            className={cx('grow basis-40', trouble === null ? 'text-stone' : 'text-ember')}
          >
            {trouble ?? 'Leads elsewhere. We sell nothing here, including shares.'}
          </p>
          {trouble === null ? null : (
            <RetryButton variant="secondary" onRetry={onRetry}>
              Try Again
            </RetryButton>
          )}
        </div>
      </div>
    </Card>
  );
}

/** What a wallet has towards its level; null until all of it is known. */
export function knownHoldings(shares: number | null, provenRecruits: number | null) {
  return shares === null || provenRecruits === null ? null : { shares, provenRecruits };
}

/** Whole shares only: a fraction of a share does not count towards a level. */
export function shareCount(shares: number): string {
  return plural(Math.floor(shares), 'share');
}

export function hint(holdings: Holdings | null, failed: boolean): string {
  if (holdings) return `60% of it is motivation. ${wayToNext(holdings)}`;
  return failed
    ? 'Your recruits did not load, so your real level is not known. This is the one that everybody starts with.'
    : 'Looking you up.';
}

/** What the next level still asks for, in one sentence. */
export function wayToNext(holdings: Holdings): string {
  const { next } = standingOf(holdings);
  if (next === null) return 'You have all of it.';
  const missing = [
    { count: next.minShares - Math.floor(holdings.shares), of: 'more share' },
    { count: next.minRecruits - holdings.provenRecruits, of: 'more proven recruit' },
  ].filter(({ count }) => count > 0);
  return `${next.name} takes ${missing.map(({ count, of }) => plural(count, of)).join(' and ')}.`;
}
