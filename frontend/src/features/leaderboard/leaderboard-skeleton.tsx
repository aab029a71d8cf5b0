import { cx } from 'class-variance-authority';

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Five rows' worth of patience. */
export function LeaderboardSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the leaderboard</span>
      <div className="h-10" aria-hidden="true" />
      {ROWS.map((row) => (
        <div
          key={row}
          aria-hidden="true"
          data-slot="skeleton-row"
          className="flex h-13 items-center gap-4"
        >
          <Skeleton className="w-5" />
          <Skeleton className="w-24" />
          <Skeleton className="ml-auto w-8" />
          <Skeleton className="w-14" />
        </div>
      ))}
    </div>
  );
}

/** Holds the place of a text. */
function Skeleton({ className }: { readonly className: string }) {
  return (
    <span
      className={cx(
        'block h-4 animate-breathe rounded-sm bg-line forced-colors:bg-[GrayText]',
        className,
      )}
    />
  );
}
