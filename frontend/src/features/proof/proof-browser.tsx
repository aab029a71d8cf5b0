import { useState } from 'react';
import useSWR from 'swr';
import { QueryFailure } from '@/components/query-failure';
import { Button } from '@/components/ui/button';
import { PAGE_LENGTH, readPage, type LogPage } from './log-entries';
import { EntryRow } from './entry-row';

/** Keeps the current page while the next one loads, and refetches a page that is opened again. */
const PAGING = { keepPreviousData: true, revalidateIfStale: true };

/** Lists the entries of the log, ten at a time, with a check for each proof. */
export function ProofBrowser() {
  /** Index of the first entry of the page; null until the list is opened. */
  const [start, setStart] = useState<number | null>(null);
  const {
    data: page,
    error,
    isValidating,
    mutate,
  } = useSWR<LogPage, Error>(
    start === null ? null : ['proofs', start],
    ([, after]: [string, number]) => readPage(after),
    PAGING,
  );
  const failed = error !== undefined && !isValidating;
  const ready = page !== undefined && !isValidating && !failed;

  function showNext(): void {
    if (start === null) setStart(0);
    else if (page) setStart(start + PAGE_LENGTH);
    else void mutate();
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          className="max-sm:w-full sm:min-w-56"
          disabled={page !== undefined && (!ready || page.isLast)}
          aria-busy={isValidating}
          onClick={showNext}
        >
          {page ? 'Next Ten' : 'Show the First Ten'}
        </Button>
        {page ? (
          <Button
            variant="outline"
            className="max-sm:w-full"
            disabled={!ready || !start}
            onClick={() => setStart((start ?? 0) - PAGE_LENGTH)}
          >
            Previous Ten
          </Button>
        ) : (
          <p className="text-stone">Exhibits, under seal.</p>
        )}
      </div>
      <p role="status" className="sr-only">
        {isValidating ? 'Loading proofs' : null}
      </p>
      <div className="mt-6 empty:hidden">
        {failed ? (
          <QueryFailure onRetry={mutate}>
            These proofs did not load. An absence of proof, for once, proves nothing.
          </QueryFailure>
        ) : null}
        {page?.lines.length === 0 ? (
          <p className="border-t border-line py-4">
            There is no proof yet. Nobody has been recruited by anybody and put it in writing.
          </p>
        ) : null}
        {isValidating && !page ? <Skeleton /> : null}
        {page && page.lines.length > 0 ? (
          <ol>
            {page.lines.map((line) => (
              <EntryRow key={line.index} line={line} />
            ))}
          </ol>
        ) : null}
      </div>
    </>
  );
}

/** Ten placeholder rows, each as high as a proof's row. */
function Skeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: PAGE_LENGTH }, (_, row) => (
        <div key={row} className="flex items-center justify-between border-t border-line py-3">
          <span className="h-4 w-40 animate-breathe rounded-sm bg-line forced-colors:bg-[GrayText]" />
          <span className="h-11" />
        </div>
      ))}
    </div>
  );
}
