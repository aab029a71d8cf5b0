import { Statements } from './statements';

const PROVEN = [
  [
    'Each recruit point stands on a signature',
    'A recruit’s own wallet signs one sentence, and the sentence names the referrer. That signature is worth 1,000 points to the referrer. Nothing else is.',
  ],
  [
    'Nobody can sign for somebody else',
    'Not the referrer, not this server, not CHEOPS. It takes the recruit’s own key, which never leaves the recruit’s wallet and which we have been careful not to want.',
  ],
  [
    'A recruit counts once',
    'The first signature is final. Recruits cannot be resold, bundled, restaked or moved to a subsidiary.',
  ],
  [
    'Anyone can check all of it',
    'Every proof is public: the sentence, the signature, both wallets. Checking needs no account and no permission, and you may do it below while we watch nervously.',
  ],
] as const;

export function Proven() {
  return <Statements statements={PROVEN} />;
}
