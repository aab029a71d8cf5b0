import abacus from '@/assets/abacus.svg?inline';
import { PageHeader, Section } from '@/components/section';
import { DownloadProofs } from '@/features/proof/download-proofs';
import { ProofBrowser } from '@/features/proof/proof-browser';
import { RecomputeBoard } from '@/features/proof/recompute-board';

export function ProofRoute() {
  return (
    <>
      <PageHeader
        title="Proof, Actually"
        lede="Others ask for your trust. We ask for arithmetic. A recruit’s wallet signs one sentence, which names the referrer and is worth 1,000 points to them. A key is not a person, so no money rides on any of it."
        picture={abacus}
      />
      <Section
        title="The Board, Recomputed"
        lede="Your browser reads every proof, checks each signature and counts for itself. Then it holds the result against our leaderboard, row by row."
      >
        <RecomputeBoard />
      </Section>
      <Section
        title="Every Proof"
        lede="Oldest first, as in any pyramid. Pick one and let your own browser cross-examine it."
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
