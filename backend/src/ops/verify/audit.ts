import { z } from 'zod';
import { addressSchema, checkLine } from './line.js';

const POINTS_PER_RECRUIT = 1_000;

/** Points of a day checked in: what a wallet has beyond its recruits is a multiple of them. */
const POINTS_PER_DAY = 100;

/** Something that is not as it must be. */
export interface Difference {
  /** Of the file of proofs, from 1; null for what concerns no single line. */
  readonly line: number | null;
  readonly what: string;
}

/** What proofs say of a wallet. */
interface ProvenPoints {
  readonly wallet: string;
  readonly recruits: number;
  readonly points: number;
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
      const what = 'there is no proof in the file: nothing was checked';
      this.differences.push({ line: null, what });
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
  get points(): ProvenPoints[] {
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

/** An answer of `GET /api/leaderboard`, as far as proofs have a say in it. */
export const leaderboardFileSchema = z.object({
  entries: z.array(z.object({ wallet: addressSchema, provenRecruits: z.int(), points: z.int() })),
  next: z.string().nullable(),
});

export type LeaderboardFile = z.infer<typeof leaderboardFileSchema>;

/** Everything on a leaderboard that does not follow from the proofs. */
export function compareLeaderboard(
  { entries, next }: LeaderboardFile,
  proven: readonly ProvenPoints[],
): Difference[] {
  const byWallet = new Map(proven.map((each) => [each.wallet, each]));
  const differences: Difference[] = [];
  const differ = (what: string): number => differences.push({ line: null, what });
  for (const { wallet, provenRecruits, points } of entries) {
    const { recruits, points: fromRecruits } = byWallet.get(wallet) ?? { recruits: 0, points: 0 };
    byWallet.delete(wallet);
    if (provenRecruits !== recruits)
      differ(
        `${wallet} has ${provenRecruits} proven recruits on the leaderboard, ${recruits} here`,
      );
    const fromDays = points - fromRecruits;
    if (fromDays < 0 || fromDays % POINTS_PER_DAY !== 0)
      differ(`${wallet} has ${points} points on the leaderboard, ${fromRecruits} by recruits here`);
  }
  if (next !== null) return differences;
  for (const wallet of byWallet.keys()) differ(`${wallet} is missing on the leaderboard`);
  return differences;
}
