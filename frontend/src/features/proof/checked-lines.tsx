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
  readonly proof: ProofLine;
  readonly checked: CheckedProof;
}

/** What was checked of a proof, as sentences that are true where they hold, and how each check went. */
export function CheckedLines({ proof, checked }: CheckedLinesProps) {
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
