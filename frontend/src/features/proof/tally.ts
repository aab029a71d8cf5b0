import type { ProofLine } from '@backend/proofs/proofs.schema';
import type { Verdict } from './check-proof';

/** Proofs read one after the other, and what they come to. */
export class Tally {
  /** Lines that held a proof. */
  read = 0;
  /** Proofs that did not hold, or whose recruit had been proven before. */
  refused = 0;
  /** Proofs counted without their signature, in a browser that cannot check it. */
  unchecked = 0;
  /** Lines that held no proof. */
  unreadable = 0;
  /** Number of the last proof; reading goes on after it. */
  last = 0;

  readonly #recruits = new Map<string, number>();
  readonly #recruited = new Set<string>();

  /** Counts a line that holds no proof. */
  addUnreadable(): void {
    this.unreadable += 1;
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
