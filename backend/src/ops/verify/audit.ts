import { checkLine } from './line.js';

/** Points that a proven recruit brings. */
const POINTS_PER_RECRUIT = 1_000;

/** Something that is not as it must be. */
export interface Difference {
  /** Of the file of proofs, from 1; null for what concerns no single line. */
  readonly line: number | null;
  readonly what: string;
}

/** Checks a file of proofs, line by line in its order, and adds up what follows from it. */
export class Audit {
  readonly differences: Difference[] = [];
  private lines = 0;
  private lastNumber = 0;
  private readonly referrers = new Map<string, string>();
  private readonly nonces = new Set<string>();
  private readonly recruits = new Map<string, number>();

  /** @param domain the only site that signatures may be for; null to take that of the first line */
  constructor(private domain: string | null) {}

  /** Checks the next line. */
  read(text: string): void {
    this.lines += 1;
    const checked = checkLine(text, this.domain);
    if (typeof checked === 'string') {
      this.fault(checked);
      return;
    }
    const { line, message, faults } = checked;
    this.domain ??= message.domain;
    for (const fault of faults) this.fault(fault);
    if (line.number <= this.lastNumber) this.fault('its number does not follow the one before');
    if (this.nonces.has(message.nonce)) this.fault('its challenge was used before');
    this.lastNumber = line.number;
    this.nonces.add(message.nonce);
    this.count(line.recruit, line.referrer);
  }

  /** Checks what only the whole file can tell. */
  finish(): void {
    if (this.lines === 0) {
      this.differences.push({
        line: null,
        what: 'there is no proof in the file: nothing was checked',
      });
    }
    for (const wallet of findLoops(this.referrers)) {
      this.differences.push({ line: null, what: `${wallet} stands above itself` });
    }
  }

  /** What the file comes to. */
  get summary() {
    return {
      proofs: this.lines,
      lastNumber: this.lastNumber,
      domain: this.domain,
      referrers: this.recruits.size,
    };
  }

  /** Proven recruits and the points they bring, by referrer, most first. */
  get points(): { wallet: string; recruits: number; points: number }[] {
    return Array.from(this.recruits, ([wallet, recruits]) => ({
      wallet,
      recruits,
      points: recruits * POINTS_PER_RECRUIT,
    })).sort((one, other) => other.recruits - one.recruits);
  }

  private count(recruit: string, referrer: string): void {
    if (this.referrers.has(recruit)) {
      this.fault('the recruit was proven before');
      return;
    }
    this.referrers.set(recruit, referrer);
    this.recruits.set(referrer, 1 + (this.recruits.get(referrer) ?? 0));
  }

  private fault(what: string): void {
    this.differences.push({ line: this.lines, what });
  }
}

/**
 * One wallet of every loop.
 * @param referrers the referrer of each recruit
 */
export function findLoops(referrers: ReadonlyMap<string, string>): string[] {
  const loops: string[] = [];
  const walkOf = new Map<string, number>();
  let walk = 0;
  for (const start of referrers.keys()) {
    walk += 1;
    let wallet: string | undefined = start;
    while (wallet !== undefined && !walkOf.has(wallet)) {
      walkOf.set(wallet, walk);
      wallet = referrers.get(wallet);
    }
    if (wallet !== undefined && walkOf.get(wallet) === walk) loops.push(wallet);
  }
  return loops;
}
