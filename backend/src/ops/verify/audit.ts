import { z } from 'zod';
import {
  addressSchema,
  checkLine,
  faultsIn,
  weekOf,
  type CheckedLine,
  type Head,
  type WithheldLine,
} from './line.js';

const POINTS_PER_RECRUIT = 1_000;

/** Points of a check-in: a wallet's points beyond its recruits are a multiple. */
const POINTS_PER_DAY = 100;

export const differenceSchema = z.strictObject({
  /** Line of the file, from 1; null if no single line is wrong. */
  line: z.int().positive().nullable(),
  what: z.string(),
});

export const provenPointsSchema = z.strictObject({
  wallet: z.string(),
  recruits: z.int().nonnegative(),
  points: z.int().nonnegative(),
});

type Difference = z.infer<typeof differenceSchema>;
type ProvenPoints = z.infer<typeof provenPointsSchema>;

/** Checks a file of proofs line by line, and adds up the points. */
export class Audit {
  readonly differences: Difference[] = [];
  private readonly withheld: WithheldLine[] = [];
  private lines = 0;
  private proofs = 0;
  /** Head of the current download, with the lines still missing. */
  private head: Head | null = null;
  private owed = 0;
  /** Domains that signatures may be for. */
  private allowed: readonly string[];
  /** Number of lines that are not proofs. */
  unreadable = 0;
  private readonly signedFor = new Set<string>();
  private lastNumber = 0;
  private readonly proven = new Set<string>();
  private readonly referrers = new Map<string, string>();
  private readonly nonces = new Set<string>();
  private readonly recruits = new Map<string, number>();

  /**
   * @param domains allowed in signatures; none for those that the file names
   * @param week whose recruits are added up; null for all time
   */
  constructor(
    private readonly domains: readonly string[] = [],
    private readonly week: string | null = null,
  ) {
    this.allowed = domains;
  }

  read(text: string): void {
    this.lines += 1;
    const { faults, head, withheld, proof } = checkLine(text, this.allowed);
    if (head !== undefined) {
      this.conclude();
      [this.head, this.owed] = [head, head.lines];
      if (this.domains.length === 0) {
        this.allowed = head.origins.map((origin) => new URL(origin).host);
      }
      return;
    }
    this.owed -= 1;
    if (withheld === undefined && proof === undefined) this.unreadable += 1;
    for (const fault of faults) this.fault(fault);
    if (withheld !== undefined) {
      this.follow(withheld.number);
      this.withheld.push(withheld);
    }
    if (proof === undefined) return;
    this.add(proof, withheld !== undefined);
  }

  /** Checks the file as a whole. */
  finish(): void {
    this.conclude();
    if (this.proofs === 0) this.fault('there is no proof in the file: nothing was checked', null);
    for (const wallet of findCycles(this.referrers)) {
      this.fault(`${wallet} is its own ancestor`, null);
    }
  }

  get summary() {
    return {
      proofs: this.proofs,
      withheld: this.withheld,
      lastNumber: this.lastNumber,
      domains: [...this.signedFor],
      referrers: this.recruits.size,
    };
  }

  /** Proven recruits and points by referrer, most first. */
  get points(): ProvenPoints[] {
    return Array.from(this.recruits, ([wallet, recruits]) => ({
      wallet,
      recruits,
      points: recruits * POINTS_PER_RECRUIT,
    })).sort((one, other) => other.recruits - one.recruits);
  }

  /** Checks the announced number of lines; a resumed download is appended to the first. */
  private conclude(): void {
    const { owed, head } = this;
    this.owed = 0;
    if (owed > 0) {
      const missing = owed === 1 ? '1 more line belongs' : `${owed} more lines belong`;
      this.fault(`the download is cut off: ${missing} to it`);
    } else if (owed < 0 && head === null) {
      this.fault('nothing before it says how many lines there are: the download may be cut off');
    } else if (owed < 0) this.fault(`the download has ${-owed} more lines than it says`);
  }

  /** Reports a number that is out of order, or missing numbers before it. Numbers start at 1 and have no gaps. */
  private follow(number: number): void {
    const next = this.lastNumber + 1;
    if (number < next) this.fault('its number does not follow the one before');
    else if (number > next) {
      const missing =
        number - 1 === next ? `number ${next} is` : `numbers ${next} to ${number - 1} are`;
      this.fault(`${missing} missing before it, and no line says why`);
    }
    this.lastNumber = number;
  }

  private add({ line, message }: NonNullable<CheckedLine['proof']>, isWithheld: boolean): void {
    const { number, recruit, referrer, leftOutOfWeek } = line;
    const { domain, nonce, issuedAt } = message;
    if (!isWithheld) {
      this.proofs += 1;
      this.follow(number);
    }
    if (this.allowed.includes(domain)) this.signedFor.add(domain);
    if (this.nonces.has(nonce)) this.fault('its challenge was used before');
    this.nonces.add(nonce);
    if (this.proven.has(recruit)) {
      this.fault('the recruit was proven before');
      return;
    }
    this.proven.add(recruit);
    if (!isWithheld) this.referrers.set(recruit, referrer);
    const counts =
      this.week === null
        ? !isWithheld
        : leftOutOfWeek === undefined && weekOf(issuedAt) === this.week;
    if (!counts) return;
    this.recruits.set(referrer, 1 + (this.recruits.get(referrer) ?? 0));
  }

  private fault(what: string, line: number | null = this.lines): void {
    this.differences.push({ line, what });
  }
}

/**
 * Returns one wallet of every cycle.
 * @param referrers by recruit
 */
export function findCycles(referrers: ReadonlyMap<string, string>): string[] {
  const cycles: string[] = [];
  const metFrom = new Map<string, string>();
  for (const start of referrers.keys()) {
    let wallet: string | undefined = start;
    while (wallet !== undefined && !metFrom.has(wallet)) {
      metFrom.set(wallet, start);
      wallet = referrers.get(wallet);
    }
    if (wallet !== undefined && metFrom.get(wallet) === start) cycles.push(wallet);
  }
  return cycles;
}

/** The parts of `GET /api/leaderboard` that follow from proofs. */
export const leaderboardFileSchema = z.object({
  entries: z.array(z.object({ wallet: addressSchema, provenRecruits: z.int(), points: z.int() })),
  next: z.string().nullable(),
  week: z.object({ name: z.string().regex(/^\d{4}-W\d\d$/) }).optional(),
});

export type LeaderboardFile = z.infer<typeof leaderboardFileSchema>;

/** Returns the differences between a leaderboard and the proofs. */
export function compareLeaderboard(
  { entries, next, week }: LeaderboardFile,
  proven: readonly ProvenPoints[],
): Difference[] {
  const byWallet = new Map(proven.map((each) => [each.wallet, each]));
  const wrong = entries.flatMap(({ wallet, provenRecruits, points }) => {
    const { recruits, points: earned } = byWallet.get(wallet) ?? { recruits: 0, points: 0 };
    byWallet.delete(wallet);
    const rest = points - earned;
    const isOfDays = week === undefined ? rest >= 0 && rest % POINTS_PER_DAY === 0 : rest === 0;
    return faultsIn({
      [`${wallet} has ${provenRecruits} proven recruits on the leaderboard, ${recruits} here`]:
        provenRecruits !== recruits,
      [`${wallet} has ${points} points on the leaderboard, ${earned} by recruits here`]: !isOfDays,
    });
  });
  const rest = next === null ? [...byWallet.keys()] : [];
  const missing = rest.map((wallet) => `${wallet} is missing on the leaderboard`);
  return [...wrong, ...missing].map((what) => ({ line: null, what }));
}
