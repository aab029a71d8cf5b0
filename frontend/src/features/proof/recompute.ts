import { checkProof, type Verdict } from './check-proof';
import { fetchProofs, type KnownLine } from './proofs';

const AT_ONCE = 16;

/** Time after which the page gets its turn, in ms: browsers check signatures where they also draw. */
const TURN_MS = 50;

interface Recomputation {
  readonly origin: string;
  /** Lines to read before pausing. */
  readonly atMost: number;
  readonly signal: AbortSignal;
  /** Called before the page gets its turn, up to 20 times a second. */
  onProgress(): void;
}

/**
 * Reads proofs from where the totals stand, checks each one and counts it.
 *
 * @returns true when every proof there is was read, false after `atMost` lines
 * @throws Error when the proofs do not come, break off, or are fewer than the download says; the totals keep what was read
 */
export async function recompute(
  totals: Totals,
  { origin, atMost, signal, onProgress }: Recomputation,
): Promise<boolean> {
  let left = atMost;
  let turn = performance.now();
  for await (const { lines, origins } of fetchProofs(totals.last, { signal })) {
    const wanted = lines.slice(0, left);
    for (let start = 0; start < wanted.length; start += AT_ONCE) {
      const batch = wanted.slice(start, start + AT_ONCE).map(async (line) => ({
        line,
        verdict:
          line && !('withheld' in line)
            ? (await checkProof(line, [origin, ...origins])).verdict
            : null,
      }));
      for (const { line, verdict } of await Promise.all(batch)) totals.count(line, verdict);
      signal.throwIfAborted();
      if (performance.now() - turn < TURN_MS) continue;
      onProgress();
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
    }
    left -= wanted.length;
    if (wanted.length < lines.length) return false;
  }
  return true;
}

/** Proofs read one after the other, and what they come to. */
export class Totals {
  /** Lines that held a proof. */
  read = 0;
  /** Proofs that did not hold, or whose recruit had been proven before. */
  refused = 0;
  /** Proofs counted without their signature, in a browser that cannot check it. */
  unchecked = 0;
  /** Lines that held neither a proof nor a reason for its absence. */
  unreadable = 0;
  withheld = 0;
  /** Number of the last line; reading goes on after it. */
  last = 0;

  readonly #recruits = new Map<string, number>();
  readonly #recruited = new Set<string>();

  /** Counts a proof for its referrer, unless it is withheld, does not hold or its recruit is counted already. */
  count(line: KnownLine | null, verdict: Verdict | null): void {
    if (line === null) {
      this.unreadable += 1;
      return;
    }
    const { number, recruit, referrer } = line;
    this.last = Math.max(this.last, number);
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
