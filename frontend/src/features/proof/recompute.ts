import { checkProof, type Verdict } from './check-proof';
import { fetchProofs, type KnownLine } from './proofs';

const AT_ONCE = 16;

/** Time between pauses that let the page draw, in ms: some browsers check signatures on the main thread. */
const TURN_MS = 50;

interface Recomputation {
  readonly origin: string;
  readonly signal: AbortSignal;
  /** Called before each pause, up to 20 times a second. */
  onProgress(totals: Totals): void;
}

/**
 * Reads all proofs, checks and counts each.
 *
 * @throws Error if the request fails, the download breaks off, or there are fewer lines than announced
 */
export async function recompute({ origin, signal, onProgress }: Recomputation): Promise<Totals> {
  const totals = new Totals();
  let turn = performance.now();
  for await (const { lines, origins } of fetchProofs(0, { signal })) {
    for (let start = 0; start < lines.length; start += AT_ONCE) {
      const batch = lines.slice(start, start + AT_ONCE).map(async (line) => ({
        line,
        verdict:
          line && !('withheld' in line)
            ? (await checkProof(line, [origin, ...origins])).verdict
            : null,
      }));
      for (const { line, verdict } of await Promise.all(batch)) totals.count(line, verdict);
      signal.throwIfAborted();
      if (performance.now() - turn < TURN_MS) continue;
      onProgress(totals);
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
    }
  }
  return totals;
}

/** Counts of the proofs read so far. */
export class Totals {
  /** Lines with a proof. */
  read = 0;
  /** Proofs that fail a check, or whose recruit was counted before. */
  refused = 0;
  /** Proofs counted although this browser cannot check signatures. */
  unchecked = 0;
  /** Lines that are neither a proof nor a withheld one. */
  unreadable = 0;
  withheld = 0;

  readonly #recruits = new Map<string, number>();
  readonly #recruited = new Set<string>();

  /** Counts a proof for its referrer, unless it is withheld, invalid, or its recruit was counted before. */
  count(line: KnownLine | null, verdict: Verdict | null): void {
    if (line === null) {
      this.unreadable += 1;
      return;
    }
    const { recruit, referrer } = line;
    if ('withheld' in line) {
      this.withheld += 1;
      return;
    }
    this.read += 1;
    if (verdict === 'fails' || this.#recruited.has(recruit)) {
      this.refused += 1;
      return;
    }
    if (verdict === 'unchecked') this.unchecked += 1;
    this.#recruited.add(recruit);
    this.#recruits.set(referrer, this.recruitsOf(referrer) + 1);
  }

  recruitsOf(referrer: string): number {
    return this.#recruits.get(referrer) ?? 0;
  }
}
