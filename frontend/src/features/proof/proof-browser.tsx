import { QueryFailure } from '@/components/query-failure';
import { Button } from '@/components/ui/button';
import { ProofRow } from './proof-row';
import { useProofPages } from './use-proof-pages';

/** Every proof, ten at a time, each to be checked on the spot. */
export function ProofBrowser() {
  const { phase, page, hasPrevious, open, next, previous } = useProofPages();
  const ready = phase === 'ready';

  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button
          className="grow sm:min-w-56 sm:grow-0"
          disabled={page !== null && !(ready && page.next)}
          aria-busy={phase === 'loading'}
          onClick={page ? next : open}
        >
          {page ? 'Next Ten' : 'Show the First Ten'}
        </Button>
        <Button variant="outline" disabled={!ready || !hasPrevious} onClick={previous}>
          Previous Ten
        </Button>
      </div>
      {phase === 'idle' ? (
        <p className="ledger mt-6 min-h-50 pt-2 text-stone">Exhibits, under seal.</p>
      ) : (
        <div className="mt-6 min-h-184">
          {phase === 'failed' ? (
            <QueryFailure onRetry={open}>
              These proofs did not load. An absence of proof, for once, proves nothing.
            </QueryFailure>
          ) : null}
          {page?.proofs.length === 0 ? <NoProofs /> : null}
          <ol>
            {page?.proofs.map((proof) => (
              <ProofRow key={proof.number} proof={proof} />
            ))}
          </ol>
        </div>
      )}
    </>
  );
}

function NoProofs() {
  return (
    <p className="border-t border-line py-4">
      There is no proof yet. Nobody has been recruited by anybody and put it in writing.
    </p>
  );
}
