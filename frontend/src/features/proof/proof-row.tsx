import type { ProofLine } from '@backend/proofs/proofs.schema';
import { Button } from '@/components/ui/button';
import { useSettings } from '@/config/use-settings';
import { formatCount, shortenAddress } from '@/lib/format';
import { CheckedLines } from './checked-lines';
import { checkLines } from './check-lines';
import { useProofCheck } from './use-proof-check';

/** One proof: who signed for whom, and the means to check it. */
export function ProofRow({ proof }: { proof: ProofLine }) {
  const { publicOrigin } = useSettings();
  const [check, runCheck] = useProofCheck(proof, publicOrigin);

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
          <CheckedLines
            lines={checkLines(proof, check.result.checks, publicOrigin)}
            verdict={check.result.verdict}
          />
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
