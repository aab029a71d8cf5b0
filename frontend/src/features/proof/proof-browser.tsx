import { useState } from 'react';
import type { ProofLine, WithheldLine } from '@backend/proofs/proofs.schema';
import { QueryFailure } from '@/components/query-failure';
import { Button } from '@/components/ui/button';
import { useSettings } from '@/config/settings';
import { formatCount, shortenAddress } from '@/lib/format';
import type { CheckedProof } from './check-proof';
import { CheckedLines, checkLines } from './checked-lines';
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
          {page?.lines.length === 0 ? <NoProofs /> : null}
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

function NoProofs() {
  return (
    <p className="border-t border-line py-4">
      There is no proof yet. Nobody has been recruited by anybody and put it in writing.
    </p>
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
  const [check, runCheck] = useProofCheck(proof, [publicOrigin, ...origins]);

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
          aria-busy={check.phase === 'checking'}
          aria-label={`Verify in This Browser: ${shortenAddress(proof.recruit)} for ${shortenAddress(proof.referrer)}`}
          onClick={runCheck}
        >
          Verify in This Browser
        </Button>
      </div>
      <div role="status">
        {check.phase === 'failed' ? (
          <p className="pt-2 text-[0.9375rem] text-ember">
            The checking code did not arrive. Your connection trusts nobody either. Press again.
          </p>
        ) : null}
        {check.phase === 'checked' ? (
          <CheckedLines lines={checkLines(proof, check.result)} verdict={check.result.verdict} />
        ) : null}
      </div>
      {check.phase === 'checked' && check.result.text !== '' ? (
        <pre className="mt-3 rounded-md border border-line bg-dusk p-4 font-mono text-sm leading-relaxed break-words whitespace-pre-wrap text-stone">
          {check.result.text}
        </pre>
      ) : null}
    </li>
  );
}

type ProofCheck =
  | { readonly phase: 'idle' | 'checking' | 'failed' }
  | { readonly phase: 'checked'; readonly result: CheckedProof };

/** Checks one proof in this browser, on request; the code for it comes then. */
function useProofCheck(proof: ProofLine, origins: readonly string[]): [ProofCheck, () => void] {
  const [check, setCheck] = useState<ProofCheck>({ phase: 'idle' });

  async function run(): Promise<void> {
    setCheck({ phase: 'checking' });
    try {
      const { checkProof } = await import('./check-proof');
      setCheck({ phase: 'checked', result: await checkProof(proof, origins) });
    } catch (error) {
      console.error('The proof was not checked', error);
      setCheck({ phase: 'failed' });
    }
  }

  return [check, () => void run()];
}
