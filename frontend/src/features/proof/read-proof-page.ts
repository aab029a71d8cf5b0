import type { ProofLine } from '@backend/proofs/proofs.schema';
import { fetchProofs } from './fetch-proofs';
import { parseProof } from './parse-proof';

const PAGE_LENGTH = 10;

export interface ProofPage {
  /** At most ten, oldest first. */
  readonly proofs: readonly ProofLine[];
  /** Number after which the next page begins, or null on the last one. */
  readonly next: number | null;
}

/**
 * The ten proofs after one, and no more of the download than that takes.
 *
 * @param after number of the last proof of the page before, 0 for the first page
 * @throws Error when the proofs do not come or break off
 */
export async function readProofPage(after: number, signal: AbortSignal): Promise<ProofPage> {
  const found: ProofLine[] = [];
  for await (const lines of fetchProofs(after, signal)) {
    found.push(...lines.map(parseProof).filter((proof) => proof !== null));
    if (found.length > PAGE_LENGTH) break;
  }
  const proofs = found.slice(0, PAGE_LENGTH);
  return { proofs, next: found.length > PAGE_LENGTH ? (proofs.at(-1)?.number ?? null) : null };
}
