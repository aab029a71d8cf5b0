import { useState } from 'react';
import useSWR from 'swr';
import { QueryFailure } from '@/components/query-failure';
import { Button } from '@/components/ui/button';
import { queryDefaults } from '@/lib/query';
import { ProofRow, WithheldRow } from './proof-row';
import { readProofPage, type ProofPage } from './proofs';

/** Keeps the current page while the next one loads, and refetches a page that is opened again. */
const PAGING = { ...queryDefaults, keepPreviousData: true, revalidateIfStale: true };

/** Lists all proofs, ten at a time, with a check for each. */
export function ProofBrowser() {
  /** For each page up to the current one, the number of the proof before it; empty until the list is opened. */
  const [starts, setStarts] = useState<readonly number[]>([]);
  const {
    data: page,
    error,
    isValidating: loading,
    mutate,
  } = useSWR<ProofPage, Error>(
    starts.length > 0 ? ['proofs', starts.at(-1)] : null,
    ([, after]: [string, number]) => readProofPage(after),
    PAGING,
  );
  const failed = error !== undefined && !loading;
  const ready = page !== undefined && !loading && !failed;
  const retry = () => void mutate().catch(() => undefined);

  function showNext(): void {
    if (starts.length === 0) setStarts([0]);
    else if (page?.next) setStarts([...starts, page.next]);
    else retry();
  }

  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button
          className="grow sm:min-w-56 sm:grow-0"
          disabled={page !== undefined && !(ready && page.next)}
          aria-busy={loading}
          onClick={showNext}
        >
          {page ? 'Next Ten' : 'Show the First Ten'}
        </Button>
        <Button
          variant="outline"
          disabled={!ready || starts.length < 2}
          onClick={() => setStarts(starts.slice(0, -1))}
        >
          Previous Ten
        </Button>
      </div>
      {starts.length === 0 ? (
        <p className="ledger mt-6 min-h-50 pt-2 text-stone">Exhibits, under seal.</p>
      ) : (
        <div className="mt-6 min-h-184">
          {failed ? (
            <QueryFailure onRetry={retry}>
              These proofs did not load. An absence of proof, for once, proves nothing.
            </QueryFailure>
          ) : null}
          {page?.lines.length === 0 ? (
            <p className="border-t border-line py-4">
              There is no proof yet. Nobody has been recruited by anybody and put it in writing.
            </p>
          ) : null}
          <ol>
            {page?.lines.map((line) =>
              'withheld' in line ? (
                <WithheldRow key={line.number} line={line} />
              ) : (
                <ProofRow key={line.number} proof={line} origins={page.origins} />
              ),
            )}
          </ol>
        </div>
      )}
    </>
  );
}
