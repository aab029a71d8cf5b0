import { Skeleton } from '@/components/ui/skeleton';

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Five rows' worth of patience. */
export function LeaderboardSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the leaderboard</span>
      <div className="h-10" aria-hidden="true" />
      {ROWS.map((row) => (
        <div key={row} data-slot="skeleton-row" className="flex h-13 items-center gap-4">
          <Skeleton className="h-4 w-5" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="ml-auto h-4 w-8" />
          <Skeleton className="h-4 w-14" />
        </div>
      ))}
    </div>
  );
}
