const ROWS = ['first', 'second', 'third', 'fourth', 'fifth'];

const TEXTS = ['w-5', 'w-24', 'ml-auto w-8', 'w-14'];

/**
 * Announces that the board loads, and shows 5 placeholder rows, each as high as two of the 10 rows that follow. It
 * stays mounted, because screen readers announce only changes of an existing region.
 */
export function LeaderboardSkeleton({ isLoading }: { readonly isLoading: boolean }) {
  return (
    <>
      <p role="status" className="sr-only">
        {isLoading ? 'Loading the leaderboard' : null}
      </p>
      {isLoading ? <Rows /> : null}
    </>
  );
}

function Rows() {
  return (
    <div aria-hidden="true">
      <div className="h-10" />
      {ROWS.map((row) => (
        <div
          key={row}
          data-slot="skeleton-row"
          className="box-content flex h-24 items-center sm:h-26 gap-4 border-y border-line"
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
