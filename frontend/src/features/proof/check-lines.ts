import type { ProofLine } from '@backend/proofs/proofs.schema';
import { shortenAddress } from '@/lib/format';
import type { Checks } from './check-proof';

/** One thing that was checked, as a sentence that is true when it holds. */
export interface CheckLine {
  readonly claim: string;
  readonly holds: boolean | null;
}

/** What was checked of a proof, line by line, in plain words. */
export function checkLines(
  { recruit, referrer }: ProofLine,
  checks: Checks,
  origin: string,
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
