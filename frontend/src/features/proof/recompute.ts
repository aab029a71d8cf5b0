import type { ProofLine, WithheldLine } from '@backend/proofs/proofs.schema';
import { checkProof, type Verdict } from './check-proof';
import { fetchProofs, parseHead, parseLine } from './proofs';

/** Proofs checked at the same time. */
const AT_ONCE = 16;

/** Time after which the page gets its turn, in ms: browsers check signatures where they also draw. */
const TURN_MS = 50;

interface Recomputation {
  /** Origin of this site, as referral links have it. */
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
  let owed = 0;
  let origins: readonly string[] = [origin];
  let turn = performance.now();
  for await (const received of fetchProofs(totals.last, signal)) {
    const head = parseHead(received[0] ?? '');
    if (head !== null) [owed, origins] = [head.lines, [origin, ...head.origins]];
    const lines = head === null ? received : received.slice(1);
    owed -= lines.length;
    const wanted = lines.slice(0, left);
    for (let start = 0; start < wanted.length; start += AT_ONCE) {
      await countLines(wanted.slice(start, start + AT_ONCE), totals, origins);
      signal.throwIfAborted();
      if (performance.now() - turn < TURN_MS) continue;
      onProgress();
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
    }
    left -= wanted.length;
    if (wanted.length < lines.length) return false;
  }
  if (owed > 0) throw new Error(`The proofs end ${owed} lines too early`);
  return true;
}

async function countLines(
  lines: readonly string[],
  totals: Totals,
  origins: readonly string[],
): Promise<void> {
  const counts = await Promise.all(
    lines.map(async (text) => {
      const line = parseLine(text);
      if (line === null) return () => totals.addUnreadable();
      if ('withheld' in line) return () => totals.addWithheld(line);
      const { verdict } = await checkProof(line, origins);
      return () => totals.add(line, verdict);
    }),
  );
  for (const count of counts) count();
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
  /** Proofs that the operator withholds, with a reason. */
  withheld = 0;
  /** Number of the last line; reading goes on after it. */
  last = 0;

  readonly #recruits = new Map<string, number>();
  readonly #recruited = new Set<string>();

  /** Counts a line that cannot be read. */
  addUnreadable(): void {
    this.unreadable += 1;
  }

  /** Counts a proof that is not there, for which the operator gives a reason. */
  addWithheld({ number }: WithheldLine): void {
    this.withheld += 1;
    this.last = Math.max(this.last, number);
  }

  /** Counts a proof for its referrer, unless it fails or its recruit is counted already. */
  add({ number, recruit, referrer }: ProofLine, verdict: Verdict): void {
    this.read += 1;
    this.last = Math.max(this.last, number);
    if (verdict === 'fails' || this.#recruited.has(recruit)) {
      this.refused += 1;
      return;
    }
    if (verdict === 'unchecked') this.unchecked += 1;
    this.#recruited.add(recruit);
    this.#recruits.set(referrer, this.recruitsOf(referrer) + 1);
  }

  /** Recruits of a wallet whose proofs were counted. */
  recruitsOf(referrer: string): number {
    return this.#recruits.get(referrer) ?? 0;
  }
}
