import abacus from '@/assets/abacus.svg?inline';
import { PageHeader, Section } from '@/components/section';
import { LogCheck } from '@/features/proof/log-check';
import { DownloadProofs } from '@/features/proof/download-proofs';
import { ProofBrowser } from '@/features/proof/proof-browser';
import { RecomputeBoard } from '@/features/proof/recompute-board';

export function ProofRoute() {
  return (
    <>
      <PageHeader
        title="Proof, Actually"
        lede="Others ask for your trust, we ask for arithmetic. Every recruit signs one sentence that names their referrer, who gets 1,000 points for it. One person can hold many keys, so no money rides on any of it."
        picture={abacus}
      />
      <Section
        title="The Board, Recomputed"
        lede="Your browser reads every proof, checks each signature, adds up the points and compares the result with our leaderboard, row by row."
      >
        <RecomputeBoard />
      </Section>
      <Section
        title="The Past, Unedited"
        lede="Proofs, bans and second thoughts are entries in a log that we can only add to. Your browser remembers how it looked, so we cannot remember it differently."
      >
        <LogCheck />
      </Section>
      <Section
        title="Every Proof"
        lede="Oldest first, as in any pyramid, with everything we ever took back. Pick one and let your own browser cross-examine it."
      >
        <ProofBrowser />
      </Section>
      <Section
        title="Without Us"
        lede="A check that runs on the defendant’s website has its limits. This one does not."
      >
        <DownloadProofs />
      </Section>
    </>
  );
}
