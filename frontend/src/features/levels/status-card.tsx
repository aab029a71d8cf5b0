import { cx } from 'class-variance-authority';
import { ArrowUpRight, Check, Circle } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Stat } from '@/components/stat';
import { NewTabLink } from '@/components/new-tab-link';
import { RetryButton } from '@/components/query-failure';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { pyramidPath } from '@/config/paths';
import { useSettings } from '@/config/settings';
import { formatShares, plural, UNKNOWN } from '@/lib/format';
import { LevelPyramid } from './level-pyramid';
import { standingOf, type Holdings } from './levels';

interface StatusCardProps {
  readonly wallet: string;
  readonly shares: number | null;
  readonly provenRecruits: number | null;
  /** True if the proven recruits could not be loaded. */
  readonly failed: boolean;
  /** Why the balances are missing or old; null if they are current, and while they load. */
  readonly trouble: string | null;
  readonly onRetry: () => unknown;
  readonly children?: ReactNode;
}

/** Holdings whose level the card shows if the recruits failed to load (docs/product.md, Unknown is not zero). */
const NOTHING: Holdings = { shares: 0, provenRecruits: 0 };

export function StatusCard(props: StatusCardProps) {
  const { wallet, shares, provenRecruits, failed, trouble, onRetry, children } = props;
  const { tokenChartUrl } = useSettings();
  const hintId = useId();
  const holdings = knownHoldings(shares, provenRecruits);
  const shown = holdings ?? (failed ? NOTHING : null);
  const standing = shown && standingOf(shown);
  const next = standing ? standing.next : { name: 'to be announced' };

  return (
    <Card
      id="status"
      title="Your Status"
      action={
        standing ? (
          <span
            className={cx(
              'rounded-sm border px-2 py-0.5 leading-snug font-medium wrap-anywhere',
              holdings
                ? 'border-transparent bg-gold text-ink'
                : 'border-dashed border-stone text-stone',
            )}
          >
            {standing.level.name}
          </span>
        ) : null
      }
      aria-busy={holdings === null && !failed}
      className="flex flex-col lg:px-8"
    >
      <div className="flex items-baseline justify-between gap-4">
        <p>{next ? `Next: ${next.name}` : 'There is no next level. Only weather.'}</p>
        {standing ? (
          <p className={cx('tabular-nums', holdings ? 'text-gold-bright' : 'text-stone')}>
            {`${Math.floor(standing.progress)}%`}
          </p>
        ) : null}
      </div>
      <Progress
        value={standing?.progress ?? null}
        aria-label={standing?.next ? `Progress to ${standing.next.name}` : 'Progress'}
        aria-describedby={hintId}
        className={cx('mt-2', holdings === null && '**:fill-stone')}
      />
      <p id={hintId} className="mt-2 min-h-12 text-[0.9375rem] text-stone sm:min-h-0">
        {hint(holdings, failed)}
      </p>
      {failed ? null : (
        <ul className="mt-1 flex flex-col gap-x-8 text-[0.9375rem] sm:flex-row">
          {needs(holdings).map(({ text, isMet }) => (
            <li key={text} className="flex items-center gap-2">
              {isMet ? (
                <Check aria-hidden="true" className="size-4 shrink-0 text-gold" />
              ) : (
                <Circle aria-hidden="true" className="size-4 shrink-0 text-stone" />
              )}
              {text}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-5 grid items-end gap-5 border-t border-line pt-5 sm:grid-cols-2">
        <dl>
          <Stat
            label="Your Shares Balance"
            value={shares === null ? null : formatShares(shares)}
            roomFor={16}
            note={shares === null ? null : `${shareCount(shares)} count for your level`}
          />
        </dl>
        <Button asChild variant="outline" className="sm:justify-self-end">
          <NewTabLink href={tokenChartUrl}>
            Buy More Shares
            <ArrowUpRight aria-hidden="true" />
          </NewTabLink>
        </Button>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <p
          role="status"
          className={cx('grow basis-40', trouble === null ? 'text-stone' : 'text-ember')}
        >
          {trouble ?? 'The button leads elsewhere. We sell nothing here, including shares.'}
        </p>
        {trouble === null ? null : (
          <RetryButton variant="secondary" onRetry={onRetry}>
            Try Again
          </RetryButton>
        )}
      </div>
      {children}
      <LevelPyramid holdings={holdings} />
      <YourPyramid wallet={wallet} />
    </Card>
  );
}

function YourPyramid({ wallet }: { readonly wallet: string }) {
  const path = pyramidPath(wallet);
  return (
    <Link to={path} className="group mt-3 block sm:mt-8">
      <img
        src={`${path}.svg`}
        alt=""
        width="1280"
        height="1016"
        loading="lazy"
        className="h-auto w-full rounded-md border border-line bg-night transition group-hover:border-gold max-sm:hidden"
      />
      <span className="flex min-h-12 flex-wrap items-center gap-x-3 text-gold underline decoration-gold-deep underline-offset-4 group-hover:text-gold-bright">
        See It Drawn
      </span>
    </Link>
  );
}

export function knownHoldings(shares: number | null, provenRecruits: number | null) {
  return shares === null || provenRecruits === null ? null : { shares, provenRecruits };
}

/** Formats shares, rounded down, because a fraction of a share does not count towards a level. */
export function shareCount(shares: number): string {
  return plural(Math.floor(shares), 'share');
}

export function hint(holdings: Holdings | null, failed: boolean): string {
  if (holdings) {
    return standingOf(holdings).next
      ? 'You start at 60 %, for motivation. Still missing:'
      : 'You started at 60 %, for motivation. Nothing is missing.';
  }
  return failed
    ? 'Your recruits did not load, so your real level is not known. This is the one that everybody starts with.'
    : 'Looking you up.';
}

export function needs(holdings: Holdings | null): { text: string; isMet: boolean }[] {
  const next = holdings && standingOf(holdings).next;
  return [
    { of: 'share', missing: next && next.minShares - Math.floor(holdings.shares) },
    { of: 'proven recruit', missing: next && next.minRecruits - holdings.provenRecruits },
  ].map(({ of, missing }) => {
    if (holdings === null) return { text: `${UNKNOWN} ${of}s`, isMet: false };
    const isMet = missing === null || missing <= 0;
    return { text: isMet ? `enough ${of}s` : plural(missing, `more ${of}`), isMet };
  });
}
