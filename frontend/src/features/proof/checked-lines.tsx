import { cx } from 'class-variance-authority';
import type { ProofLine } from '@backend/proofs/proofs.schema';
import { shortenAddress } from '@/lib/format';
import type { CheckedProof, Verdict } from './check-proof';

const CONCLUSIONS: Record<Verdict, string> = {
  holds: 'This proof holds. Nobody was trusted in the making of this line.',
  fails: 'This proof fails. It is worth no points, whatever any board says.',
  unchecked:
    'The rest holds, but this browser has no Ed25519 for this page, so the signature is unchecked. A recent browser over https has it.',
};

interface CheckedLinesProps {
  lines: readonly CheckLine[];
  verdict: Verdict;
}

/** What was checked of a proof and how each check went, in words. */
export function CheckedLines({ lines, verdict }: CheckedLinesProps) {
  return (
    <div className="pt-3 text-[0.9375rem]">
      <ul className="space-y-2">
        {lines.map(({ claim, holds }) => (
          <li
            key={claim}
            className="grid grid-cols-[3.75rem_1fr] sm:grid-cols-[6.5rem_1fr] gap-x-3 leading-snug"
          >
            <strong className={cx('font-medium', holds ? 'text-gold-bright' : 'text-ember')}>
              {wordFor(holds)}
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

function wordFor(holds: boolean | null): string {
  if (holds === null) return 'Not checked';
  return holds ? 'Holds' : 'Fails';
}

/** One thing that was checked, as a sentence that is true when it holds. */
interface CheckLine {
  readonly claim: string;
  readonly holds: boolean | null;
}

/** What was checked of a proof, line by line, in plain words. */
export function checkLines(
  { recruit, referrer }: ProofLine,
  { checks, origin }: CheckedProof,
): readonly CheckLine[] {
  const signer = shortenAddress(recruit);
  return [
    {
      claim: `${signer} is a key that somebody can own, not one of the few that anybody can sign for.`,
      holds: checks.key,
    },
    { claim: 'The signature is that key’s, over exactly the text below.', holds: checks.signature },
    { claim: `The text is a sign-in to ${origin} and to no other site.`, holds: checks.site },
    { claim: `The text names ${signer} as the one who signs.`, holds: checks.signer },
    {
      claim: `Its one resource is the referral link of ${shortenAddress(referrer)}, which is another key.`,
      holds: checks.referrer,
    },
  ];
}
