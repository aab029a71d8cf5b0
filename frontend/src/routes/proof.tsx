import abacus from '@/assets/abacus.svg';
import { PageHeader, Section } from '@/components/section';
import { OfflineCheck } from '@/features/proof/offline-check';
import { ProofBrowser } from '@/features/proof/proof-browser';
import { NotProven, Proven } from '@/features/proof/proven';
import { RecomputeBoard } from '@/features/proof/recompute-board';

export function ProofRoute() {
  return (
    <>
      <PageHeader
        title="Proof, Actually"
        lede="Others ask for your trust. We ask for arithmetic."
        picture={abacus}
      />
      <Section title="What Is Proven" lede="A short list, in the order a prosecutor would ask.">
        <Proven />
      </Section>
      <Section title="What Is Not" lede="A longer list, for balance.">
        <NotProven />
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
