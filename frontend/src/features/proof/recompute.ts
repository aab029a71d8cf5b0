import { checkProof } from './check-proof';
import { fetchProofs } from './fetch-proofs';
import { parseProof } from './parse-proof';
import { Tally } from './tally';

/** Proofs checked at the same time; more make the browser slower, not faster. */
const AT_ONCE = 64;

interface Recomputation {
  /** Origin of this site, as referral links have it. */
  readonly origin: string;
  /** Lines to read before pausing. */
  readonly atMost: number;
  readonly signal: AbortSignal;
  /** Called after every few proofs. */
  onProgress(): void;
}

/** A count that nothing has gone into yet. */
export function createTally(): Tally {
  return new Tally();
}

/**
 * Reads proofs from where the tally stands, checks each one and counts it.
 *
 * @returns true when every proof there is was read, false after `atMost` lines
 * @throws Error when the proofs do not come or break off; the tally keeps what was read
 */
export async function recompute(
  tally: Tally,
  { origin, atMost, signal, onProgress }: Recomputation,
): Promise<boolean> {
  let left = atMost;
  for await (const lines of fetchProofs(tally.last, signal)) {
    const wanted = lines.slice(0, left);
    for (let start = 0; start < wanted.length; start += AT_ONCE) {
      await countLines(wanted.slice(start, start + AT_ONCE), tally, origin);
      signal.throwIfAborted();
      onProgress();
    }
    left -= wanted.length;
    if (wanted.length < lines.length) return false;
  }
  return true;
}

async function countLines(lines: readonly string[], tally: Tally, origin: string): Promise<void> {
  const proofs = lines.map(parseProof);
  const verdicts = await Promise.all(
    proofs.map(async (proof) => proof && (await checkProof(proof, origin)).verdict),
  );
  proofs.forEach((proof, index) => {
    const verdict = verdicts[index];
    if (proof && verdict) tally.add(proof, verdict);
    else tally.addUnreadable();
  });
}
