import { Statements } from './statements';

const NOT_PROVEN = [
  [
    'A key is not a person',
    'A second wallet is free. One person with eleven wallets looks exactly like eleven friends, only more punctual. So no money rides on any of this, and none ever will.',
  ],
  [
    'A claim is hearsay',
    'Anybody can say that anybody recruited anybody. It is written down, marked as pending, and earns nothing until the recruit signs.',
  ],
  [
    'The streak is our word',
    'Check-ins are counted by the server’s UTC clock, at 100 points a day. No signature stands under them, so the recount below leaves them out.',
  ],
  [
    'Social and community points are nobody’s',
    'They appear under How to Participate, where they are very motivating. Nobody can prove them, so nobody has any.',
  ],
  [
    'What is missing',
    'A signature shows what happened, not what was left out. If we lost a proof, this page would look just as tidy. The recruit and the referrer would know.',
  ],
] as const;

export function NotProven() {
  return <Statements statements={NOT_PROVEN} />;
}
