import abacus from '@/assets/abacus.svg';
import { PageHeader, Section } from '@/components/section';
import { Statements } from '@/components/statements';
import { OfflineCheck } from '@/features/proof/offline-check';
import { ProofBrowser } from '@/features/proof/proof-browser';
import { RecomputeBoard } from '@/features/proof/recompute-board';

const PROVEN = {
  'Each recruit point stands on a signature':
    'A recruit’s own wallet signs one sentence, and the sentence names the referrer. That signature is worth 1,000 points to the referrer. Nothing else is.',
  'Nobody can sign for somebody else':
    'Not the referrer, not this server, not CHEOPS. It takes the recruit’s own key, which never leaves the recruit’s wallet and which we have been careful not to want.',
  'A recruit counts once':
    'The first signature is final. Recruits cannot be resold, bundled, restaked or moved to a subsidiary.',
  'Anyone can check all of it':
    'Every proof is public: the sentence, the signature, both wallets. Checking needs no account and no permission, and you may do it below while we watch nervously.',
};

const NOT_PROVEN = {
  'A key is not a person':
    'A second wallet is free. One person with eleven wallets looks exactly like eleven friends, only more punctual. So no money rides on any of this, and none ever will.',
  'A claim is hearsay':
    'Anybody can say that anybody recruited anybody. It is written down, marked as pending, and earns nothing until the recruit signs.',
  'The streak is our word':
    'Check-ins are counted by the server’s UTC clock, at 100 points a day. No signature stands under them, so the recount below leaves them out.',
  'Social and community points are nobody’s':
    'They appear under How to Participate, where they are very motivating. Nobody can prove them, so nobody has any.',
  'What is missing':
    'A proof that we withhold leaves its number and our reason in the download. One that we lost could be numbered over, and this page would look just as tidy. The recruit, the referrer and whoever kept an older download would know.',
};

export function ProofRoute() {
  return (
    <>
      <PageHeader
        title="Proof, Actually"
        lede="Others ask for your trust. We ask for arithmetic."
        picture={abacus}
      />
      <Section title="What Is Proven" lede="A short list, in the order a prosecutor would ask.">
        <Statements statements={PROVEN} />
      </Section>
      <Section title="What Is Not" lede="A longer list, for balance.">
        <Statements statements={NOT_PROVEN} />
      </Section>
      <Section
        title="The Board, Recomputed"
        lede="Your browser reads every proof, checks each signature and counts for itself. Then it holds the result against our leaderboard, row by row."
      >
        <RecomputeBoard />
      </Section>
      <Section
        title="Any Single Proof"
        lede="Oldest first, as in any pyramid. Pick one and let your own browser cross-examine it."
      >
        <ProofBrowser />
      </Section>
      <Section
        title="Without Us"
        lede="A check that runs on the defendant’s website has its limits. This one does not."
      >
        <OfflineCheck />
      </Section>
    </>
  );
}
