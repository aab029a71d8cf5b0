import abacus from '@/assets/abacus.svg?inline';
import { PageHeader, Section } from '@/components/section';
import { LogCheck } from '@/features/proof/log-check';
import { DownloadProofs } from '@/features/proof/download-proofs';

export function ProofRoute() {
  return (
    <>
      <PageHeader
        title="Proof, Actually"
        lede="Others ask for your trust, we ask for arithmetic. Every recruit signs one sentence that names their referrer, who gets 1,000 points for it. One person can hold many keys, so no money rides on any of it."
        picture={abacus}
      />
      <Section
        title="The Books, Audited"
        lede="Proofs, bans and second thoughts are entries in a log that we can only add to. Your browser reads all of it, recomputes the board, and remembers how the log looked, so we cannot remember it differently."
      >
        <LogCheck />
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
