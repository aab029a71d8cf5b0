const ROWS = ['first', 'second', 'third', 'fourth', 'fifth'];

const TEXTS = ['w-5', 'w-24', 'ml-auto w-8', 'w-14'];

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
          {TEXTS.map((place) => (
            <span
              key={place}
              className={`block h-4 animate-breathe rounded-sm bg-line forced-colors:bg-[GrayText] ${place}`}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
