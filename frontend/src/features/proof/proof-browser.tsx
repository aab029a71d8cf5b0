import { useState, useTransition } from 'react';
import useSWR from 'swr';
import type { ProofLine, WithheldLine } from '@backend/proofs/proofs.schema';
import { QueryFailure } from '@/components/query-failure';
import { Button } from '@/components/ui/button';
import { useSettings } from '@/config/settings';
import { formatCount, shortenAddress } from '@/lib/format';
import { queryDefaults } from '@/lib/query';
import type { CheckedProof } from './check-proof';
import { CheckedLines } from './checked-lines';
import { readProofPage, type ProofPage } from './proofs';

/** A page stays while another is on its way, and one that was seen before is read again. */
const PAGING = { ...queryDefaults, keepPreviousData: true, revalidateIfStale: true };

/** Every proof, ten at a time, each to be checked on the spot. */
export function ProofBrowser() {
  /** The numbers after which the pages up to the shown one begin; none until the first is asked for. */
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

const WITHHELD = {
  banned: 'its referrer is banned',
  revoked: 'it is revoked',
} satisfies Record<WithheldLine['withheld'], string>;

/** A proof that does not count, and what the operator says why. */
function WithheldRow({ line }: { line: WithheldLine }) {
  const { number, recruit, referrer, withheld, why, since } = line;
  return (
    <li className="min-h-18 border-t border-line py-3 leading-snug break-words tabular-nums">
      <span title={recruit}>{shortenAddress(recruit)}</span>
      <span className="block text-sm text-stone">
        <span title={referrer}>{`for ${shortenAddress(referrer)}`}</span>
        {`, no. ${formatCount(number)}, withheld: ${WITHHELD[withheld]} since ${since.slice(0, 10)}. “${why}”`}
      </span>
    </li>
  );
}

/** One proof: who signed for whom, and the means to check it. */
function ProofRow({ proof, origins }: { proof: ProofLine; origins: readonly string[] }) {
  const { publicOrigin } = useSettings();
  const [checked, setChecked] = useState<CheckedProof | null>(null);
  const [failed, setFailed] = useState(false);
  const [checking, startChecking] = useTransition();

  /** Checks the proof in this browser; the code for it comes now. */
  function check(): void {
    setChecked(null);
    setFailed(false);
    startChecking(async () => {
      try {
        const { checkProof } = await import('./check-proof');
        setChecked(await checkProof(proof, [publicOrigin, ...origins]));
      } catch (error) {
        console.error('The proof was not checked', error);
        setFailed(true);
      }
    });
  }

  return (
    <li className="border-t border-line py-3">
      <div className="flex min-h-12 items-center justify-between gap-x-3 max-2xs:flex-wrap">
        <p className="min-w-0 leading-snug tabular-nums">
          <span title={proof.recruit}>{shortenAddress(proof.recruit)}</span>
          <span className="block text-sm text-stone">
            <span title={proof.referrer}>{`for ${shortenAddress(proof.referrer)}`}</span>
            <span className="max-sm:hidden">{`, ${proof.provenAt.slice(0, 10)}, no. ${formatCount(proof.number)}`}</span>
          </span>
        </p>
        <Button
          variant="secondary"
          size="sm"
          className="max-xs:px-2.5!"
          aria-busy={checking}
          aria-label={`Verify in This Browser: ${shortenAddress(proof.recruit)} for ${shortenAddress(proof.referrer)}`}
          onClick={check}
        >
          Verify in This Browser
        </Button>
      </div>
      <div role="status">
        {failed ? (
          <p className="pt-2 text-[0.9375rem] text-ember">
            The checking code did not arrive. Your connection trusts nobody either. Press again.
          </p>
        ) : null}
        {checked ? <CheckedLines proof={proof} checked={checked} /> : null}
      </div>
      {checked?.text ? (
        <pre className="mt-3 rounded-md border border-line bg-dusk p-4 font-mono text-sm leading-relaxed break-words whitespace-pre-wrap text-stone">
          {checked.text}
        </pre>
      ) : null}
    </li>
  );
}
