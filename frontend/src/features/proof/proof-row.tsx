import { cx } from 'class-variance-authority';
import { useState, useTransition } from 'react';
import type { ProofLine } from '@backend/proofs/proofs.schema';
import { Button } from '@/components/ui/button';
import { useSettings } from '@/config/settings';
import { formatCount, shortenAddress } from '@/lib/format';
import type { CheckedProof, Verdict } from './check-proof';
import type { KnownWithheld } from './proofs';

const WITHHELD = new Map([
  ['banned', 'its referrer is banned'],
  ['revoked', 'it is revoked'],
]);

/** A withheld proof, with the operator's reason. */
export function WithheldRow({ line }: { line: KnownWithheld }) {
  const { number, recruit, referrer, withheld, why, since } = line;
  return (
    <li className="border-t border-line py-3 leading-snug break-words tabular-nums">
      <span title={recruit}>{shortenAddress(recruit)}</span>
      <span className="block text-sm text-stone">
        <span title={referrer}>{`for ${shortenAddress(referrer)}`}</span>
        {`, no. ${formatCount(number)}, withheld: ${WITHHELD.get(withheld) ?? withheld}`}
        {`${since ? ` since ${since.slice(0, 10)}` : ''}. ${why ? `“${why}”` : ''}`}
      </span>
    </li>
  );
}

/** One proof: recruit, referrer and a button that checks it. */
export function ProofRow({ proof, origins }: { proof: ProofLine; origins: readonly string[] }) {
  const { publicOrigin } = useSettings();
  const [result, setResult] = useState<CheckedProof | 'failed' | null>(null);
  const [checking, startChecking] = useTransition();

  const checked = result === 'failed' ? null : result;

  function check(): void {
    setResult(null);
    startChecking(async () => {
      try {
        const { checkProof } = await import('./check-proof');
        setResult(await checkProof(proof, [publicOrigin, ...origins]));
      } catch (error) {
        console.error('The proof was not checked', error);
        setResult('failed');
      }
    });
  }

  return (
    <li className="border-t border-line py-3">
      <div className="flex items-center justify-between gap-x-3 max-2xs:flex-wrap">
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
        {result === 'failed' ? (
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

const CONCLUSIONS: Record<Verdict, string> = {
  holds: 'This proof holds. Nobody was trusted in the making of this line.',
  fails: 'This proof fails. It is worth no points, whatever any board says.',
  unchecked:
    'The rest holds, but this browser has no Ed25519 for this page, so the signature is unchecked. A recent browser over https has it.',
};

/** The checks of a proof as sentences, each with its result. */
function CheckedLines({ proof, checked }: { proof: ProofLine; checked: CheckedProof }) {
  const { checks, verdict, origin } = checked;
  const signer = shortenAddress(proof.recruit);
  const claims = [
    [
      checks.key,
      `${signer} is a key that somebody can own, not one of the few that anybody can sign for.`,
    ],
    [checks.signature, 'The signature is that key’s, over exactly the text below.'],
    [checks.site, `The text is a sign-in to ${origin} and to no other site.`],
    [checks.signer, `The text names ${signer} as the one who signs.`],
    [
      checks.referrer,
      `Its one resource is the referral link of ${shortenAddress(proof.referrer)}, which is another key.`,
    ],
    [checks.time, `It was proven on ${proof.provenAt.slice(0, 10)}, before the text expired.`],
  ] as const;
  return (
    <div className="pt-3 text-[0.9375rem]">
      <ul className="space-y-2">
        {claims.map(([holds, claim]) => (
          <li
            key={claim}
            className="grid grid-cols-[3.75rem_1fr] sm:grid-cols-[6.5rem_1fr] gap-x-3 leading-snug"
          >
            <strong className={cx('font-medium', holds ? 'text-gold-bright' : 'text-ember')}>
              {holds === null ? 'Not checked' : holds ? 'Holds' : 'Fails'}
            </strong>
            <span className="min-w-0 break-words text-stone">{claim}</span>
          </li>
        ))}
      </ul>
      <p className={cx('mt-3 font-medium', verdict === 'holds' ? 'text-sand' : 'text-ember')}>
        {CONCLUSIONS[verdict]}
      </p>
    </div>
  );
}
